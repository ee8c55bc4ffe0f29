from store.internal.paths import NAME, ROOT

use(NAME, ROOT)
