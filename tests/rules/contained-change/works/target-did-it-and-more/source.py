def load(path):
    data = read(path, strict=True)
    return data
