prepare()
close(first)
reset()
