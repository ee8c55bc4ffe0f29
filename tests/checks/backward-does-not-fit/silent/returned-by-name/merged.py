class Scale(Function):
    @staticmethod
    def forward(ctx, points, factor, bias):
        ctx.factor = factor
        return points * factor + bias

    @staticmethod
    def backward(ctx, grad):
        check(grad)
        return gradients(ctx, grad)
