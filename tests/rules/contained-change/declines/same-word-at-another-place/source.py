call(None, first, second)
