def load(
    path,
    mode="r",
    retries=3,
    encoding="utf-8",
):
    return open(path, mode)
