for name in ("a", "b"):
    globals()[name] = 1
print(a)
