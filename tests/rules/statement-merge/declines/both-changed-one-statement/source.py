def run(job):
    limit = 2
