from shapes import (
    Circle,
    Oval,
    Square,
)
