def load(path):
    data = read(path, strict=True, cache=None)
    return data
