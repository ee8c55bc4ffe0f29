import os

from bases import Error
from parts import Unfinished


class Torn(Error):
    name = os.name
