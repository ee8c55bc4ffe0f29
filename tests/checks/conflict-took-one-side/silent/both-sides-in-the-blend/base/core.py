def a():
    return run(x)
