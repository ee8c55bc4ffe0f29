value = (second)
