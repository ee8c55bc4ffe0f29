def f(x):
    raise ValueError
    yield x
