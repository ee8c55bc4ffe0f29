from shapes import Circle

use(Circle)
