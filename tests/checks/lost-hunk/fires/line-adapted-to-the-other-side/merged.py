def total(tokens, layers):
    count = layers.attention
    return (
        count * attention(tokens) +
        layers.gated * gated(tokens, tokens, layers.width) +
        layers.convolved * convolved(layers.kernel) +
        2 * tokens
    )


def last():
    return 1
