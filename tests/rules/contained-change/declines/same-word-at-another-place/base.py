call(first, second)
