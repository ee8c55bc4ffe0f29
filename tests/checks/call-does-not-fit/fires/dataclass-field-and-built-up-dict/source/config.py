from dataclasses import dataclass

@dataclass
class Base:
    size: int

@dataclass
class Config(Base):
    hybrid: bool = False
