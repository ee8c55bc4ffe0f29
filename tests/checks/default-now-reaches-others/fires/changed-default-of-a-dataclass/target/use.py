from config import Config
def build():
    return Config(1), Config(2, 0.3)
