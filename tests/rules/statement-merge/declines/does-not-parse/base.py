def run(self):
    self.start = 0


def broken(:
