def plan(job):
    first(job)
    second(job)
    return job.title


LIMIT = 2
