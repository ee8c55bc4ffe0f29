graph = load(path,
             host_profile=profile,
             build_profile=build)
