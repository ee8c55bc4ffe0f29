def run(job):
    return job


def broken(:
