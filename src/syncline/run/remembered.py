"""What was read of Python texts on another night, or by another process of this one: to look it up takes a tenth of the time that parsing does."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any, TypeVar

from syncline.core.names import BlobId
from syncline.core.text import encode
from syncline.ports.blobcache import BlobCache

T = TypeVar("T")

# Characters of a text that takes as long to look up as to parse.
_SHORT = 2_000


def remembered(
    store: BlobCache,
    read: Callable[[str | None, str], T],
    made: Callable[[str], T | None],
    rows: Callable[[T], object],
    value: Callable[[Any], T],
) -> Callable[[str | None, str], T]:
    """``read``, which keeps what ``made`` makes of a Python text as JSON ``rows``; where that is nothing, ``read`` has the answer and nothing is kept.

    ``value`` raises ``ValueError``, ``TypeError`` or ``IndexError`` for what nobody here can have written; it is made anew.
    """

    def found(language: str | None, text: str) -> T:
        if language != "python" or len(text) < _SHORT:
            return read(language, text)
        key = BlobId(hashlib.sha256(encode(text)).hexdigest())
        data = store.recall(key)
        if data is not None:
            try:
                return value(json.loads(data))
            except (ValueError, TypeError, IndexError):
                pass  # strange: made anew
        new = made(text)
        if new is None:
            return read(language, text)
        store.remember(key, json.dumps(rows(new), separators=(",", ":")).encode())
        return new

    return found
