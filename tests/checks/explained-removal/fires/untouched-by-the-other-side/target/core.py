def gone(x):
    return x * 41


def b():
    return 3
