def load(path):
    return open(path)

def save(path, data):
    data = data.encode()
    open(path).write(data)
