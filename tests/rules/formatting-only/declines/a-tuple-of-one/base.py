value = (first)
