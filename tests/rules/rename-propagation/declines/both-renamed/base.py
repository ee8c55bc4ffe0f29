def main(job):
    push(job)
