f(1, 2)
f(1) // once
