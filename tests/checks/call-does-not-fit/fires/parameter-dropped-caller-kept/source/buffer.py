def make(size, dtype, *, pinned=False):
    return size, dtype, pinned
