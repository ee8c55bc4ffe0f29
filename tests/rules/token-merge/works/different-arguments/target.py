result = fetch(url, retries=3, timeout=10, verify=False)
