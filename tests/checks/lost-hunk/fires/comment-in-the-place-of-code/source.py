def get(builder, name):
    # The caller has looked at what is deleted.
    return builder.values[name]
