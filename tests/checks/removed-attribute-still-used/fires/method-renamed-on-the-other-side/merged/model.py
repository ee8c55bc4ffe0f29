from core import Offload as off

def run(t):
    off.mark(t)
    return off.mark(t)
