from files import load, mkdir, save

load(mkdir)
save(1)
first()
second()
client.save(3)
