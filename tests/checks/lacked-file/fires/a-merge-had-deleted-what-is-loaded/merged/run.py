from tools import gauge

print(gauge.measure([]))
