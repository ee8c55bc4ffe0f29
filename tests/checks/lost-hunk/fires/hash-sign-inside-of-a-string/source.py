MAIL = """To: {to}
# format 1
# sender: nobody
"""

VERSION = 2
