IGNORED = ["one.example.org", "two.example.org"]


def plan(job):
    return job.title
