slow = 1
