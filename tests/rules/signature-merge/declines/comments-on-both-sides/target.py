def run(
    job,
    dry=False,  # for tests
):
    return job
