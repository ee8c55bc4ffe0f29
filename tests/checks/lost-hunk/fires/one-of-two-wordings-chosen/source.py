def report(name):
    string = name.upper()
    if log_memory() or forced():
        string += used()
    string += "\n"
    return string
