if ready:
    start()
log("started")
