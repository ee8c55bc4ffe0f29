import lib

def f():
    lib.send("a", channel=1)
