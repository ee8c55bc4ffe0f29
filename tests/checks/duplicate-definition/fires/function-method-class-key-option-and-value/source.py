from enum import Enum
class Kind(Enum):
    A = 1
    B = 2
class Box:
    def run(self):
        return 1
def add(parser):
    parser.add_argument("--rate")
    parser.add_argument("--size")
def late():
    return 1
class New:
    x = 1
TABLE = {"a": 1}
