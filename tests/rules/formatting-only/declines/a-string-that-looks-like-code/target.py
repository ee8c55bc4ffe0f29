text = "c,  b"
