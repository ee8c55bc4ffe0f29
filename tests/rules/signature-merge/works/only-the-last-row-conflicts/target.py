def fuse(weights, scale,
         bias,
         fp8_scale=None):
    return weights * scale + bias
