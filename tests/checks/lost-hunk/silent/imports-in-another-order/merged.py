from core import begin, finish, shutdown, wait
import os


def plan(job):
    return job.name
