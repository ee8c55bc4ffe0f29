def run(job):
    limit = 3
