A = 1
ALIGNMENT = 'left'

def f():
    return A
