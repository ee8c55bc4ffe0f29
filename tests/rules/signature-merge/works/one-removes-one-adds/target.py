def run(job, verbose=False, timeout=None):
    return job
