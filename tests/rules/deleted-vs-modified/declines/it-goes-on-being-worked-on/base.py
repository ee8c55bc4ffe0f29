def stop():
    halt()


def old(value):
    return new(value)
