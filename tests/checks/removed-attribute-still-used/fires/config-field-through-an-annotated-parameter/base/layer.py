from config import Config

class Layer:
    def __init__(self, config: Config):
        self.config = config
