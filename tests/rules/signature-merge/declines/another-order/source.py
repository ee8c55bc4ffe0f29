def run(where, job, timeout=30):
    return job
