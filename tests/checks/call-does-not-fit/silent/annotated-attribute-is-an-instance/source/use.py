from box import Box


def read(box: Box):
    return box.store.get("key")
