def save(path, rows):
    stream = open(path, "w")
    for row in rows:
        stream.write(row)
        stream.write("\n")
    stream.flush()
    return path


def count():
    return 1
