def run(job):
    push(job.one)
    push(job.two)
