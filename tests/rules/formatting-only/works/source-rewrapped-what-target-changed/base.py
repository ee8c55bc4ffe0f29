def fetch(url, retries, timeout):
    return call(url, retries, timeout)
