from files import load, mkdir

load(mkdir)
first()
second()
client.save(3)
