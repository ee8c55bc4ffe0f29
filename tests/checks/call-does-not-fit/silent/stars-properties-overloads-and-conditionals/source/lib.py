def send(text, channel=1):
    return text
