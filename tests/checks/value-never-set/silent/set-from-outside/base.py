class Engine:
    def __init__(self):
        self.plan = None

    def run(self):
        return self.plan
