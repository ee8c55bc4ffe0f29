from dataclasses import dataclass
@dataclass
class Config:
    size: int = 1
