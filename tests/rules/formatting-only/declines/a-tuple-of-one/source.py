value = (first,)
