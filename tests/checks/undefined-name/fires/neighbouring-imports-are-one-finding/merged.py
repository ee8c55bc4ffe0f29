import os
import sys

def here():
    return os.getcwd(), sys.argv

def copy(a, b):
    shutil.copy(a, b)
    return json.dumps([a, b])
