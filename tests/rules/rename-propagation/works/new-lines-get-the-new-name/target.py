def main(job):
    push(job.first)
    push(job.second)


def other(job):
    push(job)
