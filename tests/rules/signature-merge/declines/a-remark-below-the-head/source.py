def load(path, name, strict=False):
    text = read(path)
    return text
