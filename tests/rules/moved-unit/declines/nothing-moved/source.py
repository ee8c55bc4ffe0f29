def run(job):
    begin(job, 1)
    end(job, 1)
