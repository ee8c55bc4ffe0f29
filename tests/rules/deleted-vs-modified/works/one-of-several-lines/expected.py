first = 1
last = 4
