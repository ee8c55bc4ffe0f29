class Sender:
    def send(self, text, channel):
        return text, channel
