def run(job):
    limit = 1
