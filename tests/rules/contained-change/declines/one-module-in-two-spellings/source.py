import os

from pack.tests.scenes import (
    load,
)


def run():
    return os.name
