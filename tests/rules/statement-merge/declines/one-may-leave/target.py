def run(job):
    begin(job)
    count(job)
