def other(s):
    return s
