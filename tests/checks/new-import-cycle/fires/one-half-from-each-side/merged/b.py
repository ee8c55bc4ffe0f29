from a import x
y = 1
