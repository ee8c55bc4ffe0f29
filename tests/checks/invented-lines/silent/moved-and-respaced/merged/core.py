def s():
    return f(1,  2)


def a():
    return 3


def b():
    return 2
