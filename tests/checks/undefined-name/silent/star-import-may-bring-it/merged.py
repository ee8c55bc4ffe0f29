from outside import *

def one():
    return cube(1)

def two():
    return 2
