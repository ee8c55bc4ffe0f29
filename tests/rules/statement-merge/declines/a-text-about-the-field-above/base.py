class Job:
    limit: int = 1
