def run(count):
    # nothing is to be done
    if count <= 0:
        return
    go(count)
