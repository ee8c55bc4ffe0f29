from level_pb2 import Level, Station


def station():
    return Station()


def level():
    return Level()
