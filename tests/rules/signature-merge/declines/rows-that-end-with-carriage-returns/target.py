def run(job, dry=False):
    return job
