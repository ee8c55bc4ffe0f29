def keep(a, _b=1, c=2):
    def inner():
        return c
    return a + 1, inner
class Store:
    def get(self, key):
        raise NotImplementedError
def idle(a):
    return 1
