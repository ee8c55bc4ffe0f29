class Model: ...
def build(args, cls=Model):
    if cls is None:
        return Model(args)
    return cls(args)
