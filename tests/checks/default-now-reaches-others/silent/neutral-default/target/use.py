from lib import send
def run():
    send("a")
