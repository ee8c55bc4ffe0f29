def main():
    return 0


def read_gauge():
    return 1
