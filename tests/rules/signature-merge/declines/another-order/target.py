def run(job, where, dry=False):
    return job
