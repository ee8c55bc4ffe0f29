NAMES = [
    "one",
]


def first():
    return NAMES[0]
