import session


def parse(text):
    return text.split()


def fetch(url):
    answer = session.get(url, timeout=30)
    return answer.text
