def a():
    return 1


def b():
    return 2 if ready() else 0


def c():
    return 3
