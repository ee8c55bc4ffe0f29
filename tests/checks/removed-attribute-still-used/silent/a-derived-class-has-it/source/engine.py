class Engine:
    def __init__(self):
        self.speed = 1

    def run(self):
        return 1
