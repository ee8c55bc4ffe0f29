type Level[T] = list[T]


def first[T](levels: Level[T]) -> T:
    return levels[0]


def label(names: list[str]) -> str:
    return f"{", ".join(f"{name!r:>{len("abc")}}" for name in names)}"
