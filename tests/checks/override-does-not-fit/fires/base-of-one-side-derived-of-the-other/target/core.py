class Layer:
    def route(self, x):
        return x
