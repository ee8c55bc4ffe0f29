version = (2, 0, 0, "rc", 1)
