from lib import send
def run():
    send("a")
def own():
    send("b")
