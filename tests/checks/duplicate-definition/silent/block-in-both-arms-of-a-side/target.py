def read(station):
    level = station.fetch()
    level = round(level, 3)
    if level > 3:
        check(level)
    else:
        pass
    return level
