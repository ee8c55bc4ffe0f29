version = (2, 0, 0, "beta", 1)
