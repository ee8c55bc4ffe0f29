def a():
    return 2 if ready() else 0
