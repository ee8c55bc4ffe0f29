from level_pb2 import Station


def station():
    return Station()
