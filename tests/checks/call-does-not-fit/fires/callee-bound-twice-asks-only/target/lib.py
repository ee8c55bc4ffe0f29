def send(text, channel):
    return text, channel
