def run(self):
    self.start = 0
    self.limit = 3


def broken(:
