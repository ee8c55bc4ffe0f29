def plan(job):
    second(job)
    first(job)
    return job.title


LIMIT = 1
