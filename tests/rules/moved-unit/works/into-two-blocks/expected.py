def run(job):
    if job.early:
        load(job)
        note(job)
        begin(job)
    if job.late:
        wait(job)
        end(job)
