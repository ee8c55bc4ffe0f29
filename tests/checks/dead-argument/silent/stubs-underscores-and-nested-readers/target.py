def keep(a):
    return a + 1
def idle(a):
    return 1
