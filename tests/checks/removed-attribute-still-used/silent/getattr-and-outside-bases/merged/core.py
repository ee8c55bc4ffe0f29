import outside

class Offload(outside.Base):
    y = 1

class Open:
    def __getattr__(self, name):
        return name
    z = 1
