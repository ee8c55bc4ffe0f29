print "old"
x = 1
