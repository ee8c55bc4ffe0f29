_GROUP = None

def group():
    return _GROUP

class Engine:
    def __init__(self):
        self.plan = None

    def run(self):
        return self.plan or 1

def make(size):
    return size
