MAIL = """To: {to}
# format 1
# sender: nobody
"""

VERSION = 2


def sent(mail):
    return mail.sent
