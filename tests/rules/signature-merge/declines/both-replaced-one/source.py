graph = load(path,
             profile_host=profile)
