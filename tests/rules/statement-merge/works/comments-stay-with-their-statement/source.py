def run(self):
    self.start = 0
    # in seconds
    self.limit = 3
