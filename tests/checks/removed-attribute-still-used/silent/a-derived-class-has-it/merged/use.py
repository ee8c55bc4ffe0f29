from engine import Engine

class Fast(Engine):
    def __init__(self):
        self.speed = 2
