A = 1

def f():
    return A
