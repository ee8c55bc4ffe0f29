from c import p
q = 1
