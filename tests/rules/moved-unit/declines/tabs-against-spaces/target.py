def run(job):
    begin(job)
    note(job)
    end(job)
