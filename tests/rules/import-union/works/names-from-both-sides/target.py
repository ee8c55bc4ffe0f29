from shapes import Arc, Circle

use(Circle)
