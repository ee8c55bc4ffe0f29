def run(count):
    # there is nothing to do
    if count == 0:
        return
    go(count)
