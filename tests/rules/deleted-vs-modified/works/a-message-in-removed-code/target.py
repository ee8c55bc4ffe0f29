def stop():
    halt()
