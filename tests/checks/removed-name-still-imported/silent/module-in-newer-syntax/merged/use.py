from levels import first, label


def show(reading):
    return label(first(reading))
