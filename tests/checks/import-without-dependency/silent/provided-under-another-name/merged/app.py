import pynv
x = 1
