limit = 3
