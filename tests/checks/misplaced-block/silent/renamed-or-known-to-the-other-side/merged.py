def fetch(path):
    check_the_path(path)
    announce_reading(path)
    return open(path, "rb")
