host = "a"
port = 1
