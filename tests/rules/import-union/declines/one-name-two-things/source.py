import os
from a import load
