import pynv
