import os

def find(path):
    return os.path.abspath(path)


def load(path, strict=True, cache=None):
    return read(path)
