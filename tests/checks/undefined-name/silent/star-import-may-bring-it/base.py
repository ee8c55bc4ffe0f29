from outside import *

def one():
    return 1
