def load(
    path,
    mode="r",
    retries=3,
):
    return open(path, mode)
