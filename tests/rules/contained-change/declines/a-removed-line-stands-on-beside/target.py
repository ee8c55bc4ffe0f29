prepare()
close(first)
finish()
