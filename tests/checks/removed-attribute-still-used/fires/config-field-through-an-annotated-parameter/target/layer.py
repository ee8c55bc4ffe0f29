from config import Config

class Layer:
    def __init__(self, config: Config):
        self.config = config

    def run(self):
        return self.config.factor
