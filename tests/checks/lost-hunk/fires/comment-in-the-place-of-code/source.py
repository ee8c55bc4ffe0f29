def get(builder, name):
    # The caller has looked at what is deleted.
    return builder.values[name]


def size(builder):
    return len(builder.values)
