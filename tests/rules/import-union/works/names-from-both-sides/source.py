from shapes import Circle, Square

use(Circle)
