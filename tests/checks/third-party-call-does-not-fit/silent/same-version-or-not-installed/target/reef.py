import reef


reef.grow(1, 2, 3)
