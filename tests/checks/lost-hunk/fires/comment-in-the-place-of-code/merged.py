def get(builder, name):
    for gone in builder.deleted:
        if gone == name:
            return ""
    return builder.values[name]


def size(builder):
    return len(builder.values)
