def fuse(weights, scale,
         bias):
    return weights * scale + bias
