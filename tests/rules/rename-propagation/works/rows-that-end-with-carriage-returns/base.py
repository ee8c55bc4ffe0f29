def run(job):
    push(job)
