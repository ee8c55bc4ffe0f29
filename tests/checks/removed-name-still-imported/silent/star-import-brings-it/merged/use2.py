import a
print(a.fast)
