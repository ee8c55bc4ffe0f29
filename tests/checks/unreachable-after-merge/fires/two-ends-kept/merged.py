def f(x):
    return x + 1
    return x * 2
