def dynamic_group(size):
    check(size)
    table = make(size)
    return table[size]
