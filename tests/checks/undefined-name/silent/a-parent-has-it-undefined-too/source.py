def one():
    return forgotten

def two():
    return 2
