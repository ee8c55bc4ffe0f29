A = 1
FAST = True
