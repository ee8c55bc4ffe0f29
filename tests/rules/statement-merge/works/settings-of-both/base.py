class Job:
    def __init__(self):
        self.layout = None
