prepare(job)
run(job, timeout=30)
