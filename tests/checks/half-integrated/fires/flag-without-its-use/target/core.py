def a():
    return fast() if FAST else 1


def b():
    return 2
