"""What is known of Python files from another night: most blobs of a tree are those of the night before.

What another version of the reader made, or another Python, is in another folder.
"""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path

from syncline.account.seam import facts, literals, packing, reading, scopes, settling, shapes, wording
from syncline.account.seam.library import Stores
from syncline.ports.blobcache import user_cache


def fact_stores() -> Stores:
    """The stores of this user, this version of the reader and this Python."""
    stores = [user_cache(name, _version()) for name in ("facts", "uses", "words")]
    for one in stores:
        one.tidy()
    return Stores(*stores)


@cache
def _version() -> str:
    made = hashlib.sha256(sys.version.encode())
    for module in (facts, literals, packing, reading, scopes, settling, shapes, wording):
        made.update(Path(str(module.__file__)).read_bytes())
    return made.hexdigest()[:16]
