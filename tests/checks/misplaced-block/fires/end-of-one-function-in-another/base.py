def load(path):
    return open(path)

def save(path, data):
    open(path).write(data)
