def stop():
    halt()


def old(value):
    if value is None:
        raise ValueError
    return new(value)
