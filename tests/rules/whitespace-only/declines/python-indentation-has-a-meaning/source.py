if ready:
    start()
    log()
