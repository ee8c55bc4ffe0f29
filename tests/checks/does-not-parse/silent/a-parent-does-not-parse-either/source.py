print "new"
