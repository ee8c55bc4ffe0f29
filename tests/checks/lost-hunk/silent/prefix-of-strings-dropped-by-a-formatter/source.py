NAMES = [
    "one",
    "--author", u"two".encode("utf-8"),
    "--version", u"three".encode("utf-8"),
]


def first():
    return NAMES[0]
