def load(options):
    return getattr(options, "late", False)
