class Sender:
    def send(self, text):
        return text
