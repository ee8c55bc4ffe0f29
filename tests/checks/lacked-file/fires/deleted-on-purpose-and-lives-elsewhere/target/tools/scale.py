def measure(rows):
    return len(rows)


def more():
    return 2
