def fetch(url, retries, timeout, verify):
    return call(url, retries, timeout)
