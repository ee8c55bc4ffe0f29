LIMIT = 3
NAME = "a"
