print "one"
print unknown
