class Engine:
    def __init__(self):
        self.size = 1
