class Engine:
    def __init__(self):
        self.plan = None

    def run(self):
        self.plan = 1
        return self.plan
