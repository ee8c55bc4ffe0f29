def run(self):
    self.start = 0
