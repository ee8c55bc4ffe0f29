from dataclasses import dataclass
@dataclass
class Config:
    size: int = 1
    factor: float = 1.0
