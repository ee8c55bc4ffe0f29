class Engine:
    def __init__(self):
        self.size = 1

    def run(self):
        return self.buffer
