def a():
    return run(x, quiet=True)
