def report(name):
    string = name.strip()
    if log_memory() and at_least("2.6"):
        string += used()
    string += "end\n"
    return string
