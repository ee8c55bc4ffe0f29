import outside

@outside.inject
def send(text, channel, log):
    return text
