def plan(job):
    first(job)
    second(job)
    return job.name


LIMIT = 1
