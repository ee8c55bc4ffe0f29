host = "a"
port = 2
