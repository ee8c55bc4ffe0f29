prepare()
close(first)
reset()
finish()
