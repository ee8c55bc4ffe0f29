def run(count):
    go(count)
