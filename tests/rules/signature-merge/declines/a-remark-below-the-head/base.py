def load(path, name):
    text = read(path)
    return text
