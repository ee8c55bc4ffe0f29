def route(x):
    return x + 1
