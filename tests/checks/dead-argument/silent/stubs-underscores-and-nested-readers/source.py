def keep(a, _b=1, c=2):
    def inner():
        return c
    return a + _b, inner
class Store:
    def get(self, key):
        return key
