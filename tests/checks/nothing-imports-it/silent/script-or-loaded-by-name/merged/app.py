import importlib
import kept
def run():
    return importlib.import_module("fast")
