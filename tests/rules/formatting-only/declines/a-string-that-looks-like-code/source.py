text = "a, b"
