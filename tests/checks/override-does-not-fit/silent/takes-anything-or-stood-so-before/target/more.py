from core import Layer
class Moe(Layer):
    def route(self, *args, **kwargs):
        return args
    def __init__(self, a, b):
        self.a = a
