from fast import speed
def run():
    return speed(1)
