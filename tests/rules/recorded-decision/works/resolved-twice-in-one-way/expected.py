a = 1
limit = max(4, 5)
z = 9
