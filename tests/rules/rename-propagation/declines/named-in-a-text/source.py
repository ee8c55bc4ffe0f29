def main(job):
    send(job)
