import json

import wide.other as other

first()
run(json, other)
last()
end()
