def run(job):
    begin(job, 2)
    end(job, 2)
