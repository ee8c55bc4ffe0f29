def f():
    from b import y
    return y
x = 1
