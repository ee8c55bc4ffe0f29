NAMES = [
    "one",
    "--author",
    "two".encode("utf-8"),
    "--version",
    "three".encode("utf-8"),
]


def first():
    yield NAMES[0]
