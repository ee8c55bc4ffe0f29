import session


def fetch(url):
    answer = session.get(url, timeout=30)
    return answer.text


def parse(text):
    return text.split()
