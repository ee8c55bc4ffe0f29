def read(station):
    level = station.fetch()
    level = round(level, 2)
    check(level)
    return level
