from files import load, mkdir, save, save_all

load(mkdir)
save(1)
first()
second()
save_all(2)
client.save(3)
