def run(job, verbose=False):
    return job
