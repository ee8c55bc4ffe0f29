import os
import re
import sys


def start():
    go(sys)


def stop():
    return os.getpid() + re.X
