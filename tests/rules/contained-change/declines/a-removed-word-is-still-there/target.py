a = f(x, y, z)
