def a():
    return 1


def b():
    return 2


def s():
    return f(1, 2)
