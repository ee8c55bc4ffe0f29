def ask(question):
    warn('ask is deprecated, use another one instead')
    return question


def count():
    return 1


def last():
    return 2
