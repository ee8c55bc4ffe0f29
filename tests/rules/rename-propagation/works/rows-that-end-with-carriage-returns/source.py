def run(job):
    send(job)
