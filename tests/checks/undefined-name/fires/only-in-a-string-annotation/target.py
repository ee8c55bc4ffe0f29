def read(path):
    return str(path)
