def read(path: "Path"):
    return str(path)
