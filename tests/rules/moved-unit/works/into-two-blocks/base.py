def run(job):
    load(job)
    begin(job)
    wait(job)
    end(job)
