def report(name):
    string = name
    if log_memory():
        string += used()
    string += "\n"
    return string
