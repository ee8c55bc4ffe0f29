def route(states, scale=1):
    if mask is not None:
        states = states * mask
    return states * scale
