from .draw import Canvas, draw
