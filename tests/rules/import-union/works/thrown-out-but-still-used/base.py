import os
import sys


def start():
    go(sys)


def stop():
    return 1
