def run(job):
    for one in job:
        begin(one)
