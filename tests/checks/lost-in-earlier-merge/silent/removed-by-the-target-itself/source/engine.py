class Engine:
    def __init__(self):
        self.size = 1
        self.buffer = None
        self.limit = 3
        self.depth = 4

    def run(self):
        return self.buffer
