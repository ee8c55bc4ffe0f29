import outside

class Offload(outside.Base):
    x = 1

class Open:
    def __getattr__(self, name):
        return name
