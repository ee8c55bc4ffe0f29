result = calculate()
