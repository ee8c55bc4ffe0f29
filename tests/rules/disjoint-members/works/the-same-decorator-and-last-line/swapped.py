def one():
    return 1


@cached
def two(x):
    x += 2
    return x


@cached
def three(x):
    x += 3
    return x
