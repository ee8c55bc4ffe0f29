def zero():
    return 0

def one():
    return forgotten

def two():
    return 2
