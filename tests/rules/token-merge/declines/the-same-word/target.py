limit = 5
