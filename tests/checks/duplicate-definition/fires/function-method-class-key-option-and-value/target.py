from enum import Enum
class Kind(Enum):
    A = 1
    C = 2
class Box:
    def run(self):
        return 2
def add(parser):
    parser.add_argument("--size")
    parser.add_argument("--rate", type=int)
TABLE = {"a": 2}
class New:
    x = 2
def late():
    return 2
