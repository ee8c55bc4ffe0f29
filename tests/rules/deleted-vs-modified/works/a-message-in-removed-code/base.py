def stop():
    halt()


def old(value):
    warn("old is deprecated, use new() instead", value)
    return new(value, strict=False)
