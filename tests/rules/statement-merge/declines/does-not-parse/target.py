def run(self):
    self.start = 0
    self.name = ""


def broken(:
