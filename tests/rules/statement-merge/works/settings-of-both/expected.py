class Job:
    def __init__(self):
        self.folders = {}
        self.user = None
        self.channel = None
