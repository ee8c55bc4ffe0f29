import sys

run(sys)
