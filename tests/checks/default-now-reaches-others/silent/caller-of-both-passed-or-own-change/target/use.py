from lib import send
def run():
    send("a")
def passed():
    send("c", size=3)
    send(*[1])
