import os


def plan(job):
    return job.name


def run(job, retries=3, quiet=False):
    result = start(job, retries=retries, quiet=quiet, log="run.log", folder=os.getcwd())
    return result
