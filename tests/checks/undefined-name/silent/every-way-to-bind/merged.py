VALUE = 1
OTHER = 2
import os.path as p
def f(a, /, b, *c, d=1, **e):
    global LATE
    LATE = [x for x in c if (y := x)]
    with p.open(a) as g, p.open(b) as (h, i):
        for j, (k, *m) in e:
            try:
                pass
            except ValueError as n:
                print(n, j, k, m, g, h, i, y, d)
    def inner():
        nonlocal d
        d = __file__
    match a:
        case [first, *others]:
            return first, others, inner
        case {"x": z, **left}:
            return z, left
        case int() as number:
            return number
    class Local:
        attr = d
        copy = attr
        def method(self):
            return __class__
    return Local, lambda q: q + LATE, {r: s for r, s in e}
