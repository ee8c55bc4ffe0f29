def fuse(weights, scale,
         bias,
         sinks=None):
    return weights * scale + bias
