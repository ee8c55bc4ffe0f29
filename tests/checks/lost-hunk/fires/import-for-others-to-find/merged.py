import os

from bases import Error


class Torn(Error):
    name = os.sep
