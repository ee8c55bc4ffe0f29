print "new"
x = 1
