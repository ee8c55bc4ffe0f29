result = fetch(url, retries=5, timeout=10, verify=True)
