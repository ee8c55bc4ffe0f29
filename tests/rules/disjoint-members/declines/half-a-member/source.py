a = [
    1,
]
if x:
    b = 2
