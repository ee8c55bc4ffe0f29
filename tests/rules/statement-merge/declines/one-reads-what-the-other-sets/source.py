def run(job):
    begin(job)
    limit = 3
