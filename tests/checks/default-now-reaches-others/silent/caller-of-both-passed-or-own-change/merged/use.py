from lib import send
def run():
    send("a")
def own():
    send("b")
def passed():
    send("c", size=3)
    send(*[1])
