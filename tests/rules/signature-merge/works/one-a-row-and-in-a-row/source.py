def load(path, mode="r", encoding="utf-8"):
    return open(path, mode)
