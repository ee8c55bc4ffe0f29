prepare(job)
