import kelp


def show(points):
    return kelp.draw(points, None, colour=3)
