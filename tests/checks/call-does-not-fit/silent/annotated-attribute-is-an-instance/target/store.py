class Store:
    def get(self, name, default=None):
        return default
