def run(job):
    if job.ready:
        begin(job)
        wait(job, 10)
        end(job)
