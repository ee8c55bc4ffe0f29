def stop():
    halt()


def old(value):
    record(value, level=4, where="here")
    return new(value, strict=False)
