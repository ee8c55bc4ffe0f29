model = build(
    path=path,
    device=device)
