from b import two
one = 1
