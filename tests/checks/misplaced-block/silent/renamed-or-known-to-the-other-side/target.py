def fetch(path):
    return open(path, "rb")
