def one(:
    return unknown
def two():
    return 3
