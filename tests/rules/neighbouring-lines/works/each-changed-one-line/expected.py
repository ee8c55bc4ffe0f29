host = "b"
port = 2
