def main(job):
    nvtx_push(job.first)
    nvtx_push(job.second)


def other(job):
    nvtx_push(job)
