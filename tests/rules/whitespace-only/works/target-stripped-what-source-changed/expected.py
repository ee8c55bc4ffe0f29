LIMIT = 5   
NAME = "a"
