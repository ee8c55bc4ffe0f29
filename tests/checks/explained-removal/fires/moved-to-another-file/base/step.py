def carry(x):
    y = list(x)
    return sorted(y)


def b():
    return 2
