from dataclasses import dataclass

@dataclass
class Settings:
    size: int = 1

def add(parser, factory):
    factory(Settings).build(parser)
