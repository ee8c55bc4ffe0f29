import lib
lib.send("a")
