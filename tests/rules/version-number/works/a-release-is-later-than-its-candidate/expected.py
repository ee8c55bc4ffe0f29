version = (2, 0, 0, "final", 0)
