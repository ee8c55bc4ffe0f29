from a import one
two = 2
