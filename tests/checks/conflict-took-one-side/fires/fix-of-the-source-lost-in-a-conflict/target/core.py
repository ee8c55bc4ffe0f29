def a():
    return 1


def b():
    return 20


def c():
    return 3
