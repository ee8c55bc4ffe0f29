import outside

@outside.inject
def send(text, channel):
    return text
