def carry(x):
    y = list(x)
    return sorted(y)
