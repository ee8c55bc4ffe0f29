a = 1
limit = 5
z = 9
