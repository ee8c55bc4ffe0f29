address = "10.0.1.4"
