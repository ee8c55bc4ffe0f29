def run(job):
    if job.ready:
        begin(job)
        wait(job)
        for one in job:
            count(one)
        end(job)
