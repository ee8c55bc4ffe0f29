def run(job):
    finish(job.first)
    finish(job.second)
