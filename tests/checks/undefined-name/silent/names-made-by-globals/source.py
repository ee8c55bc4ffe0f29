for name in ("a", "b", "c"):
    globals()[name] = 1
