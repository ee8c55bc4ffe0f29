class Layer:
    def route(self, x, mask):
        return x, mask
    def old(self, x, y):
        return x
class Kept(Layer):
    def old(self, x):
        return x
