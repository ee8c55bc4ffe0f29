from dataclasses import dataclass
@dataclass
class Config:
    size: int
    rate: float = 0.1
