def speed(x):
    return x
