from shapes import (
    Circle,
    Oval,
    Rhombus,
    Square,
)
