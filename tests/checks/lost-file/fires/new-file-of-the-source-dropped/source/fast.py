def fast():
    return 0
