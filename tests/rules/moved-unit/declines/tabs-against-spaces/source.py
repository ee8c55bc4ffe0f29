def run(job):
	if job:
		begin(job)
		end(job)
