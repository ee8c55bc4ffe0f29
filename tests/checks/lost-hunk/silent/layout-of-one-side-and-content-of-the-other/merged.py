IGNORED = ["one.example.org", "two.example.org", "three.example.org"]


def plan(job):
    return job.title
