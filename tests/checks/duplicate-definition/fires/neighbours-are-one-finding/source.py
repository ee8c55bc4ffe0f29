class Config:
    beta: float = 0.9
    eps: float = 1e-8
    lr: float = 0.1
