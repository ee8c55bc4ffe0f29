import os
from b import load
