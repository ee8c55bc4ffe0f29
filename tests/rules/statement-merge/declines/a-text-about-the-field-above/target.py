class Job:
    limit: int = 1
    name: str = ""
