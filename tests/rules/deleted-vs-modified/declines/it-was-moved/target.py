def old(value):
    record(value, level=3, where="here")
    return new(value, strict=False)


def stop():
    halt()
