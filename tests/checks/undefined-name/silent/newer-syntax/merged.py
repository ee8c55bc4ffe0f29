type Level[T] = list[T]


def first[T](levels: Level[T]) -> T:
    return levels[0] if levels else None


def label(names: list[str]) -> str:
    return f"{", ".join(f"{name!r:>{len("abc")}}" for name in names)}"
