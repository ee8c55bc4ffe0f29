def a():
    return 1 + offset()


def b():
    return 2
