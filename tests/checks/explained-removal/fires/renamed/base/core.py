def old(x):
    y = x + 1
    z = y * 2
    return z - y
