from files import load, mkdir, save_all

load(mkdir)
first()
second()
save_all(2)
client.save(3)
