def run(job):
    begin(job)
    wait(job)
    count(job)
    end(job)
