LOUD = 1
if LOUD:
    # Early.
    del LOUD
    import early


def one(x):
    return x


def two(x):
    y = x + 1
    return y




def three(x):
    return x + 4
