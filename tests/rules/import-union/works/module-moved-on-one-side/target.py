from store.paths import LIMIT, NAME, ROOT

use(NAME, ROOT)
use(LIMIT)
