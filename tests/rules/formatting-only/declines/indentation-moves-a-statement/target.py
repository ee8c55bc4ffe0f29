if ready:
    start()
log("x")
