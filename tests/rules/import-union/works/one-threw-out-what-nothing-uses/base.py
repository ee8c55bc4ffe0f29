import os
import sys

run(sys)
