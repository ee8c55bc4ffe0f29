a = 1
limit = 4
z = 9
