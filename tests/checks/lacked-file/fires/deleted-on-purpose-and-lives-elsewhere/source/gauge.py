def measure(rows):
    return len(rows)


UNIT = 1
