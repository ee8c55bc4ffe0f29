first = 1
last = 3
