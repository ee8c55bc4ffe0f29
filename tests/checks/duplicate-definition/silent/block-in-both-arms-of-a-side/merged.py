def read(station):
    level = station.fetch()
    level = round(level, 3)
    if level > 3:
        if station.calibrated:
            level = level - station.offset
            log.debug("offset of %s", station.name)
        check(level)
    else:
        if station.calibrated:
            level = level - station.offset
            log.debug("offset of %s", station.name)
    return level
