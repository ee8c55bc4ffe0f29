@cached(limit=8)
def load(path):
    return read(path)
