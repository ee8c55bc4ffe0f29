from functools import partial
from model import Layer

class Moe(Layer):
    def route(self, x, mask=None):
        return super().route(x, mask=mask)

class Other(Layer):
    def run(self, x):
        return self.route(x, mask=1), partial(Layer.route, mask=1)
