def read(station):
    level = station.fetch()
    if station.calibrated:
        level = level - station.offset
        log.debug("offset of %s", station.name)
    level = round(level, 2)
    check(level)
    if station.calibrated:
        level = level - station.offset
        log.debug("offset of %s", station.name)
    return level
