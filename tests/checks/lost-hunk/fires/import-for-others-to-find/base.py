import os

from bases import Error


class Broken(Error):
    name = os.name
