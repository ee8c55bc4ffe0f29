def measure(rows):
    return len(rows)
