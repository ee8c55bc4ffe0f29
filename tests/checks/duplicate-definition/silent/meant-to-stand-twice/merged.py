import sys
from typing import overload
NAME = "a"
NAME = NAME + "b"

@overload
def take(a: int): ...
@overload
def take(a: str): ...
def take(a):
    return a
class Box:
    @property
    def size(self):
        return 1
    @size.setter
    def size(self, value):
        self.x = value
if sys.platform == "win32":
    def run():
        return 1
else:
    def run():
        return 2
try:
    MODE = 1
except ValueError:
    MODE = 2
def outer():
    def inner():
        return 1
    yield inner
    def inner():
        return 2
    yield inner
