class Model: ...
def build(args, cls=Model):
    assert issubclass(cls, Model)
    return cls(args)
