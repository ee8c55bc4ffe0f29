class Params:
    size: int = 1
    pad: bool = None

    length: int = 2
    pad: bool | None = None
