print "two"
print unknown
