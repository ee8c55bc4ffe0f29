def make(size, dtype, *, pinned=False):
    return size, dtype, pinned

def use(n):
    return make(n, "f", blocks=n), make(n, "f", n)
