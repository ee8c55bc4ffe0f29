model = build(
    path=path,
    device=device,
    worker=worker,
)
