def stop():
    halt()


def old(value):
    warn("old is deprecated, call new() instead", value)
    return new(value, strict=False)
