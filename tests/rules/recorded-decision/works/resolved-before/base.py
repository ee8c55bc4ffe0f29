a = 1
limit = 3
z = 9
