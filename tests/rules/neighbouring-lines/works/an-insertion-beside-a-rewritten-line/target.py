value = compute()
report(value)
