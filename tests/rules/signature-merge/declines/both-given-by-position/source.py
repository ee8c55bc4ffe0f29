def run(job, timeout=30):
    return job


def main(job):
    return run(job, 60)


def other(job):
    return run(job)
