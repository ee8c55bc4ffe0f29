def run(job):
    begin(job)
    wait(job, 20)
    end(job)
