import sys
import os


def plan(job):
    return os.name, sys.path, job.title


LIMIT = 1
