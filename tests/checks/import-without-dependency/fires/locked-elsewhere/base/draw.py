import kelp


def draw():
    return kelp.draw()
