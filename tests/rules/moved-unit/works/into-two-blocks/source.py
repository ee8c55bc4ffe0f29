def run(job):
    if job.early:
        load(job)
        begin(job)
    if job.late:
        wait(job)
        end(job)
