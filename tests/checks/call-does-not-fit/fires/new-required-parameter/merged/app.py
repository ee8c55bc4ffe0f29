from lib import Sender

def run():
    sender = Sender()
    sender.send("a")
    sender.send("b")
