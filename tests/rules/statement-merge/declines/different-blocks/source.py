def run(job):
    for one in job:
        begin(one)
        self.count = 1
