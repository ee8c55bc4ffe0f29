def a():
    return 1
def a():
    return 2
