def read(station):
    level = station.fetch()
    level = round(level, 2)
    if level > 3:
        check(level)
    else:
        pass
    return level
