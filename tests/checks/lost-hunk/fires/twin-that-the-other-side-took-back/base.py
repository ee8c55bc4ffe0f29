def ask(question):
    return question


def count():
    return 1


def last():
    return 1
