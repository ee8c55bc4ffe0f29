def run(job, dry=False):
    return job


def broken(:
