first = 1
warn("old is deprecated, use the new one instead")
last = 3
