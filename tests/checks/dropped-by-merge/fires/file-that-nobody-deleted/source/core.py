def a():
    return 5


def b():
    return 2


def c():
    return 3
