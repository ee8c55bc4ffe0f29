def f(
    a,
def f(a, b):
    return a + b
