from enum import Enum
class Kind(Enum):
    A = 1
class Box:
    pass
def add(parser):
    parser.add_argument("--size")
