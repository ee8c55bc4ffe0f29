def read(station):
    level = station.fetch()
    level = round(level, 2)
    check(level)
    if station.calibrated:
        level = level - station.offset
        log.debug("offset of %s", station.name)
    return level
