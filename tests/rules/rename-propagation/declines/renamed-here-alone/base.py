def main(job):
    push(job)


def other(job):
    push(job)
