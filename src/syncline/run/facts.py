"""What is known of Python files from another night: most blobs of a tree are those of the night before.

What another version of the reader made, or another Python, is in another folder.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from syncline.account.seam import (
    expressions,
    facts,
    headers,
    literals,
    meanings,
    packing,
    raw,
    scopes,
    settling,
    shapes,
    statements,
    walking,
    wording,
)
from syncline.account.seam.library import Library, Stores
from syncline.account.seam.trees import Seam
from syncline.core.names import BlobId
from syncline.ports.blobcache import made_by, user_cache
from syncline.ports.forked import divided
from syncline.run.progress import Progress

# What facts and words are made by: another version of one of these makes others.
_READERS = (
    *(expressions, facts, headers, literals, meanings, packing, raw),
    *(scopes, settling, shapes, statements, walking, wording),
)
# Files that are worth reading ahead, files in memory at a time, and bytes that are worth a process more.
_MANY = 100
_PORTION = 1_000
_SHARE = 500_000


_VERSION = made_by(*_READERS)


def fact_stores() -> Stores:
    """The stores of this user, this version of the reader and this Python."""
    stores = [user_cache(name, _VERSION) for name in ("facts", "uses", "words")]
    for one in stores:
        one.tidy()
    return Stores(*stores)


def read_ahead(seam: Seam, progress: Progress) -> None:
    """Make the facts of all files that will be asked for, where they are many and new: on all processors, and told."""
    missing = seam.library.missing(seam.expected())
    if len(missing) < _MANY:
        return
    progress(f"reading {len(missing)} Python files")
    learn_ahead(seam.library, missing, seam.data)


def learn_ahead(library: Library, missing: Sequence[BlobId], read: Callable[[BlobId], bytes]) -> None:
    """Make the facts of some files that nobody has made yet, on all processors. ``read`` gives what ``library`` reads, and keeps it for a while.

    Each is put into the store by the process that made it, where other work of the same night finds it.
    """
    # Portions bound what is in memory at a time.
    for at in range(0, len(missing), _PORTION):
        oids = missing[at : at + _PORTION]
        made = divided(library.ahead, oids, [len(read(oid)) for oid in oids], least=_SHARE)
        for oid, packed in zip(oids, made, strict=True):
            if packed is not None:
                library.learn(oid, packed)
