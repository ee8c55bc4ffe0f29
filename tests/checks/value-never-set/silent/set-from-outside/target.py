class Engine:
    def __init__(self):
        self.plan = None

    def run(self):
        return self.plan or 1

def prepare(engine):
    engine.plan = 2
