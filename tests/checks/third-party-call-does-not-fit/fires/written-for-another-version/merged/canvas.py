from kelp import Canvas


def canvas():
    return Canvas(3, 4, depth=2)
