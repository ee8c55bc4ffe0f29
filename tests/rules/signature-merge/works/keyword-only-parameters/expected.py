def load(path, *, mode="r", retries: int = 3, encoding="utf-8") -> str:
    return open(path, mode)
