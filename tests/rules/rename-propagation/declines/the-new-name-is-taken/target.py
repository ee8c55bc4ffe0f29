def main(job):
    push(job.first)
    send(job.second)
