import json
from wide.cells import Cell

import wide.other as other
import wide.marks as marks

first()
run(json, other)
last()
run(Cell, marks)
end()
