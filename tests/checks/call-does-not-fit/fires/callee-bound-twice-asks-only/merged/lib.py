def send(text, channel):
    return text, channel

def send(text, channel, late):
    return text
