from core import Offload as off
