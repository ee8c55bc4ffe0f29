type Level[T] = list[T]


def first[T](levels: Level[T]) -> T:
    return levels[0] if levels else None
