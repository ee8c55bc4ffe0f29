def isfile(name):
    return store.path.isfile(name)


def load(name):
    if isfile(name):
        return name
    return None
