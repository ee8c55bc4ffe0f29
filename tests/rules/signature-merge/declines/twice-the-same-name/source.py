value = run(job, a=1, a=2, b=1)
