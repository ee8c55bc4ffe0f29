class Reading:
    level = 0
