def a():
    return 5


def b():
    return 2
