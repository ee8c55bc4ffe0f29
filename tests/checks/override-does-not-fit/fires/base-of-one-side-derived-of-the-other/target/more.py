from core import Layer
class Moe(Layer):
    def route(self, x):
        return x + 1
class Other(Layer):
    def route(self, x):
        return x + 2
