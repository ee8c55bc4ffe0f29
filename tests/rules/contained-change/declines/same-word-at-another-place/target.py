call(first, second, None)
