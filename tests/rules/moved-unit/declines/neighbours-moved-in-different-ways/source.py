def run(job):
    if job.ready:
        begin(job)
        if job.slow:
            wait(job)
            end(job)
