LOUD = 1


def one(x):
    return x


def two(x):
    y = x + 1
    return y


if LOUD:
    # Early.
    del LOUD
    import early


def three(x):
    return x + 3
