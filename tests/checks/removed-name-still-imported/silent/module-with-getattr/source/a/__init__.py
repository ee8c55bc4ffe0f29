fast = 1
