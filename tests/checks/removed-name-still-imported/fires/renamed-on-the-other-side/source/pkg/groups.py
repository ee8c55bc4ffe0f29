def hybrid_group(size):
    check(size)
    table = make(size)
    return table[size]
