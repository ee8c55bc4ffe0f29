NAMES = [
    "one",
]


def first():
    yield NAMES[0]
