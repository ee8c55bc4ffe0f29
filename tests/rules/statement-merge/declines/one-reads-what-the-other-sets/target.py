def run(job):
    begin(job)
    wait(limit)
