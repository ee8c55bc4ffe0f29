from kelp import fronds


def count():
    return fronds()
