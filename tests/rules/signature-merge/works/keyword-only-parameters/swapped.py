def load(path, *, mode="r", encoding="utf-8", retries: int = 3) -> str:
    return open(path, mode)
