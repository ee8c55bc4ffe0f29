def load(
    path,
    mode="r",
    encoding="utf-8",
    retries=3,
):
    return open(path, mode)
