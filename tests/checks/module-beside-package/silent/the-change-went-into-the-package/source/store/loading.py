def load(path):
    with open(path) as file:
        return file.read()
