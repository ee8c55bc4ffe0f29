Z = 0


def helper(value):
    scaled = value * 3
    return scaled + 1
