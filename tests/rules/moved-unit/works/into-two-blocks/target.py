def run(job):
    load(job)
    note(job)
    begin(job)
    wait(job)
    end(job)
