def run(job):
    return job


def main(job):
    return run(job)


def other(job):
    return run(job)
