class Layer:
    def route(self, x):
        return x
    def old(self, x, y):
        return x
class Kept(Layer):
    def old(self, x):
        return x
