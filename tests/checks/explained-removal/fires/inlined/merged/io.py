def load(name):
    if store.path.isfile(name):
        return name
    return None
