def load(path):
    return open(path)

def save(path, data):
    check_the_path(path)
    announce_reading(path)
    data = data.encode()
    open(path).write(data)
