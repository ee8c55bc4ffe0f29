text = "a,  b"
