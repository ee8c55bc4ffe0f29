def a():
    return 3


def b():
    return 2
