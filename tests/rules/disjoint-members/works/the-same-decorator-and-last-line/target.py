def one():
    return 1


@cached
def three(x):
    x += 3
    return x
