def a():
    return 5


def b():
    check()
    return 6
