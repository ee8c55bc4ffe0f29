from d import q
p = 1
