a = 3
fused = True
