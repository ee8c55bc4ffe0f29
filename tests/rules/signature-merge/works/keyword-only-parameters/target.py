def load(path, *, mode="r", retries: int = 3) -> str:
    return open(path, mode)
