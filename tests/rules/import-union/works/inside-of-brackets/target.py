from shapes import (
    Circle,
    Rhombus,
    Square,
)
