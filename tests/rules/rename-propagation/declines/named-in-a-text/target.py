def main(job):
    push(job.first)
    note(f"{push.name} is done")
