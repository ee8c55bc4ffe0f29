def load(path, *, mode="r"):
    return open(path, mode)
