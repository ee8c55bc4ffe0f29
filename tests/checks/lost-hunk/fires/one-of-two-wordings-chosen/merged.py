def report(name):
    string = name.strip()
    if log_memory() or forced():
        string += used()
    string += "end\n"
    return string
