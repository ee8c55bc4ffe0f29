from core import Offload, Open
print(Offload().elsewhere, Open().anything, Open().run())
