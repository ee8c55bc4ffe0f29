from .b import *
