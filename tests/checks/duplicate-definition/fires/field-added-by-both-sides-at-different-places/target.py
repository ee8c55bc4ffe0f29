class Params:
    size: int = 1

    length: int = 2
    pad: bool | None = None
