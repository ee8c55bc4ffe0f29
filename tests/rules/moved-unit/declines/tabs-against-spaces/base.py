def run(job):
    begin(job)
    end(job)
