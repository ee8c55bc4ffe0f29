class Job:
    def __init__(self):
        self.layout = None
        self.user = None
        self.channel = None
