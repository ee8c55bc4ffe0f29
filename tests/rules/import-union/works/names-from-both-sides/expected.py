from shapes import Arc, Circle, Square

use(Circle)
