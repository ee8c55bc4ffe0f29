def b():
    return 3
