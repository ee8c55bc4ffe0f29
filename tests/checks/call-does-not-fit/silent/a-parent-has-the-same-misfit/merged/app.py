import lib
x = 1

def f():
    lib.send("a", channel=1)
