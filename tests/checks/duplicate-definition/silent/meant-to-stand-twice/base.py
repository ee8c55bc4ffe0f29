import sys
from typing import overload
NAME = "a"
