class Layer:
    def route(self, x, mask=None):
        return x
