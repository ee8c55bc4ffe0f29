import lib
x = 1
