from wide.shapes import Arc, Circle, Square

first()
use(Arc, Circle, Square)
last()
end()
