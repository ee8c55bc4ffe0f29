def main(job):
    push(job, first, second, third, 2)
