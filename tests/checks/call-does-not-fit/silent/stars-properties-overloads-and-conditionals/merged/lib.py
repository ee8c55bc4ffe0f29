import sys
from typing import overload

if sys.platform == "win32":
    def send(text):
        return text
else:
    def send(text, channel):
        return text

@overload
def take(a: int) -> int: ...
@overload
def take(a: str, b: str) -> str: ...
def take(a, b=None):
    return a

class Box:
    @property
    def call(self):
        return print
