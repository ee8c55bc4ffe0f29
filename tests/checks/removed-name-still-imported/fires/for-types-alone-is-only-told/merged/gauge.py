class Sample:
    level = 0
