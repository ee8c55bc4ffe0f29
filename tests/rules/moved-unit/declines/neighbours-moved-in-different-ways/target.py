def run(job):
    begin(job)
    note(job)
    wait(job)
    end(job)
