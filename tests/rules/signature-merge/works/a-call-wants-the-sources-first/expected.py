def run(job, timeout=30, dry=False):
    return job


def main(job):
    return run(job, 60)
