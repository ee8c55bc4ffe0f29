def run(job):
    return job


def main(job):
    return run(job)
