class Job:
    def __init__(self):
        self.folders = {}
