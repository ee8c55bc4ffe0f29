def run(job):
    send(job.one)
    send(job.two)
