def world_size(with_context=False):
    return 1

def dynamic_groups(size):
    return world_size(with_context=True) // size
