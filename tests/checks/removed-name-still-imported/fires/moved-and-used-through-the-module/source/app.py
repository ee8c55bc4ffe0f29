import tool.text
print(tool.text.clean(" a "))
