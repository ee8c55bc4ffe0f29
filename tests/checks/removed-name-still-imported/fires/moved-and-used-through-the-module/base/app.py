import tool.text
