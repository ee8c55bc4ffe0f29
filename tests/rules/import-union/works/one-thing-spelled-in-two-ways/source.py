import json
from wide import marks

import wide.other as other

run(marks)
first()
run(json, other)
last()
end()
