model = build(path=path,
              device=device,
              download=download)
