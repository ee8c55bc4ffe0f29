size = width * height
