def run(job):
    if job.ready:
        begin(job)
        wait(job)
        count(job)
        end(job)
