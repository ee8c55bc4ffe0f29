class Config:
    lr: float = 0.1
    beta: float = 0.9
    eps: float = 1e-8
