class Engine:
    def run(self):
        return self.speed + 1
