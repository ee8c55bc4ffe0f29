import lib
args, kw = (1, 2), {}
lib.send(*args)
lib.send(**kw)
lib.send("a")
lib.send("a", channel=1)
