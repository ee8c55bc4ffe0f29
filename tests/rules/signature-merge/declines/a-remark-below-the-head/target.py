def load(path, name):
    # TODO: read it when it is asked for
    text = read(path)
    return text
