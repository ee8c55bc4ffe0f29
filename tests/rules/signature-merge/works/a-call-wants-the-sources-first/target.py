def run(job, dry=False):
    return job


def main(job):
    return run(job)
