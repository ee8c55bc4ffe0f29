B = 1
def f(x):
    raise ValueError
    yield x
