def save(path, rows):
    stream = open(path, "w")
    for row in rows:
        stream.write(row)
    return path


def count():
    return 1
