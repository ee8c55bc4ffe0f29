MAIL = """To: {to}
# format 2 (signed)
# sender: nobody
"""

VERSION = 1


def sent(mail):
    return mail.sent
