from wide.shapes import Arc, Circle, Oval, Square

use(Oval)
first()
use(Arc, Circle, Square)
last()
end()
