def run(job):
    begin(job)
    wait(job)
    for one in job:
        count(one)
    end(job)
