@cached(limit=8)
def load(path, strict=True):
    return read(path)
