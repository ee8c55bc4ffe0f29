import os


def plan(job):
    try:
        return job.name
    except KeyError, e:
        print "none: %s" % e


def run(job, retries=3, quiet=False):
    result = start(job, retries=retries, quiet=quiet, log="run.log", folder=os.getcwd())
    return result
