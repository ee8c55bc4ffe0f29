@cached
def load(path, strict=True):
    return read(path)
