if ready:
    start()
log()
