def old():
    return 7
