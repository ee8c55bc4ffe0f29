prepare(job)
run(job, dry=True)
