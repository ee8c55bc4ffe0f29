import os
@traced
def load(path, strict=True):
    return read(path)
