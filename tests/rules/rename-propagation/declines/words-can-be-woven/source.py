def main(job):
    send(job, first, second, third, 1)
