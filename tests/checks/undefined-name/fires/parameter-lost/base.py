def route(states):
    return states
