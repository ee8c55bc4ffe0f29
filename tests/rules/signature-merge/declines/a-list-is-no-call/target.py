NAMES = ["a", "c"]
