def b():
    return 2


def a():
    return 5


def c():
    return 6
