def run(job):
    begin(job)
    if job.done:
        return
