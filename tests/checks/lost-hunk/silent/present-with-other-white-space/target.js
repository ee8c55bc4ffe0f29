f(1) // once
