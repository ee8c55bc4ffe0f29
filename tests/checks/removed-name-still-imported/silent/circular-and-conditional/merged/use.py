from a import one, two
