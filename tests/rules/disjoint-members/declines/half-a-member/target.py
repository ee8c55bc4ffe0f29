a = [
    1,
] + other(
)
