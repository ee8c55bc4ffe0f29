def run(job):
    return job
