def __getattr__(name):
    return 1
