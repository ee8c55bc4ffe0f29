def one():
    return 1


@cached
def two(x):
    x += 2
    return x
