import session


def parse(text):
    return text.split()
