A = 1
ALIGNMENT = 64

def f():
    return A
