def world_size(with_context=False):
    return 1
