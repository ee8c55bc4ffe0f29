size = width * depth
