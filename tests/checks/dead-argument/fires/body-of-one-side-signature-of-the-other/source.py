def route(x, mask=None):
    if mask is not None:
        x = x * mask
    return x
