from store.paths import NAME, ROOT

use(NAME, ROOT)
