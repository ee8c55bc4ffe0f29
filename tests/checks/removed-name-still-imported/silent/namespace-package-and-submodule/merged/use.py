from ns import part
from ns.part import one
import ns.part.one
print(ns.part.one.a, part.one)
