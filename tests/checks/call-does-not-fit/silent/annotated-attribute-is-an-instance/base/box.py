from store import Store


class Box:
    def __init__(self, store):
        self.store = store
