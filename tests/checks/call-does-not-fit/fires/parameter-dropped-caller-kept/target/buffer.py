def make(size, dtype, blocks=None):
    return size, dtype, blocks

def use(n):
    return make(n, "f", blocks=n), make(n, "f", n)
