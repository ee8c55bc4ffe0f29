def make(size, dtype):
    return size, dtype
