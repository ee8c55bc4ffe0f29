from lib import send
def test_run():
    send("a")
