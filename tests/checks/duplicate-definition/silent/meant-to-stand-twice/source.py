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
