import os
import sys

def here():
    return os.getcwd(), sys.argv
