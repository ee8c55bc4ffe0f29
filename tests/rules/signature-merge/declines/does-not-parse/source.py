def run(job, timeout=30):
    return job


def broken(:
