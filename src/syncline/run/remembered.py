"""What was read of texts on another night, or by another process of this one: to look it up takes a tenth of the time that parsing does."""

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
    reader: Callable[[str | None], bytes | None],
    made: Callable[[str, str], T | None],
    rows: Callable[[T], object],
    value: Callable[[Any], T],
) -> Callable[[str | None, str], T]:
    """``read``, which keeps what ``made`` makes of a text as JSON ``rows``; where that is nothing, ``read`` has the answer and nothing is kept.

    ``reader`` names what reads a language, beside the code that the store is named for; of a language without one nothing is kept.
    ``value`` raises ``ValueError``, ``TypeError`` or ``IndexError`` for what nobody here can have written; it is made anew.
    """

    def found(language: str | None, text: str) -> T:
        name = reader(language) if len(text) >= _SHORT else None
        if language is None or name is None:
            return read(language, text)
        key = BlobId(hashlib.sha256(name + encode(text)).hexdigest())
        data = store.recall(key)
        if data is not None:
            try:
                return value(json.loads(data))
            except (ValueError, TypeError, IndexError):
                pass  # strange: made anew
        new = made(language, text)
        if new is None:
            return read(language, text)
        store.remember(key, json.dumps(rows(new), separators=(",", ":")).encode())
        return new

    return found


def python_alone(language: str | None) -> bytes | None:
    """The ``reader`` of those who read Python by themselves: their code and this Python are all there is to it."""
    return b"" if language == "python" else None
