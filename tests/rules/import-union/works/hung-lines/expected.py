from wide.shapes import Arc, Circle, Oval, Rhombus, Square

use(Oval)
first()
use(Arc, Circle, Square)
last()
use(Rhombus)
end()
