def run(
    job,
    timeout=30,  # seconds
):
    return job
