class Config:
    lr: float = 0.1
