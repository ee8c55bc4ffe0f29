class Layer:
    def route(self, x, mask):
        return x, mask
