def save(path, rows):
    with open(path, "w") as stream:
        for row in rows:
            stream.write(row)
    return path


def count():
    return 1
