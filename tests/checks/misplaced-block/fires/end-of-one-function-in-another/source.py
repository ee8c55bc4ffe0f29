def load(path):
    check_the_path(path)
    announce_reading(path)
    return open(path)

def save(path, data):
    open(path).write(data)
