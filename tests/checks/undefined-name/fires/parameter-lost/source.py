def route(states, mask=None):
    if mask is not None:
        states = states * mask
    return states
