import os

from .scenes import (
    load,
)


def run():
    return os.name
