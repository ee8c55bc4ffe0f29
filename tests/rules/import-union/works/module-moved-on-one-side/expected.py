from store.internal.paths import LIMIT, NAME, ROOT

use(NAME, ROOT)
use(LIMIT)
