def run(job, verbose=True):
    return job
