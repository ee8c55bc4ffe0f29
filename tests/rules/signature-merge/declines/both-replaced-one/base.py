graph = load(path,
             profile=profile)
