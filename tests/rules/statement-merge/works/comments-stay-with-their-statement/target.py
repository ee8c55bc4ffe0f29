def run(self):
    self.start = 0

    # for people
    self.name = ""
