from pathlib import Path

def read(path: "Path"):
    return path
