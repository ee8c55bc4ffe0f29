import os
import sys


def plan(job):
    try:
        return job.name
    except KeyError, e:
        print "none: %s" % e
