result = calculate()
report(value)
