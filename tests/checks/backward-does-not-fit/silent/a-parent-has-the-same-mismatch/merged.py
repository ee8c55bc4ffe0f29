class Scale(Function):
    @staticmethod
    def forward(ctx, size, points, factor, bias):
        ctx.factor = factor  # kept
        return points * factor + bias

    @staticmethod
    def backward(ctx, grad):
        out = grad * ctx.factor
        return out, None
