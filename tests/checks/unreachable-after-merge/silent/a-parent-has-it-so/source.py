def f(x):
    raise ValueError
    yield x
A = 1
