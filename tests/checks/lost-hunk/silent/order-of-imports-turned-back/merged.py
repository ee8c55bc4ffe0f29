import os
import sys


def plan(job):
    return os.name, sys.path, job.title


LIMIT = 2
