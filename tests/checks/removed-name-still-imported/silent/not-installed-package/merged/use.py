import torch
from torch.nn import Linear
from numpy.random import gone
print(torch.nn.functional.relu, Linear)
