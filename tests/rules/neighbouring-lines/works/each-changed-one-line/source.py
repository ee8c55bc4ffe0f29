host = "b"
port = 1
