def close(stream, last):
    if last:
        stream.flush()
        stream.close()


def name():
    return "one"


def count():
    return 2
