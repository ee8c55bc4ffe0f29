def close(stream, last):
    if last:
        stream.flush()
    stream.close()


def name():
    return "first"


def count():
    return 2
