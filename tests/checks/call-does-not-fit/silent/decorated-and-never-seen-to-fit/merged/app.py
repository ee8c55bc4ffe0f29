from lib import send
send("a")
