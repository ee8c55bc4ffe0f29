class Job:
    limit: int = 1
    """How long."""
