def main(job):
    nvtx_push(job)


def other(job):
    nvtx_push(job)
