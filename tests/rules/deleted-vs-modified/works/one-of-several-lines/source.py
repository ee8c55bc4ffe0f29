first = 1
warn("old is deprecated, call the new one instead")
last = 4
