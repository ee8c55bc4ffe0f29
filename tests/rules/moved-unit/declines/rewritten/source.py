def run(job):
    if job.ready:
        begin(job)
        wait(job)
        end(job)
