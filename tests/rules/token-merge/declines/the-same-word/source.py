limit = 4
