import os
import sys


def plan(job):
    return os.name, sys.path, job.name


LIMIT = 1
