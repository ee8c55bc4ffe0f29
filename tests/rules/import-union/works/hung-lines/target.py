from wide.shapes import Arc, Circle, Rhombus, Square

first()
use(Arc, Circle, Square)
last()
use(Rhombus)
end()
