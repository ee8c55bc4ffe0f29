def run(job):
    begin(job)
