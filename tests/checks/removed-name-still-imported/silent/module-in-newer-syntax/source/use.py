def show(reading):
    return reading.level
