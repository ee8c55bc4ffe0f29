from enum import Enum
class Kind(Enum):
    A = 1
    B = 2
    C = 2
class Box:
    def run(self):
        return 1
    def run(self):
        return 2
def add(parser):
    parser.add_argument("--rate")
    parser.add_argument("--size")
    parser.add_argument("--rate", type=int)
def late():
    return 1
class New:
    x = 1
TABLE = {"a": 1, "a": 2}
class New:
    x = 2
def late():
    return 2
