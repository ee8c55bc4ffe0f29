"""The units of Python files from another night, or from another process of this one: to read them takes a tenth of the time that parsing does.

What another version of the reader made, or another Python, is in another folder.
"""

from __future__ import annotations

import hashlib
import json

from syncline.core import unit
from syncline.core.hunk import Span
from syncline.core.names import BlobId
from syncline.core.text import encode
from syncline.core.unit import Unit, UnitKind
from syncline.ports.blobcache import BlobCache, made_by, user_cache
from syncline.syntax import grammars, python_units, units
from syncline.syntax.units import ReadUnits

# What units are made by: another version of one of these makes others.
_READERS = (grammars, python_units, unit)
# Characters of a text that takes as long to look up as to parse.
_SHORT = 2_000
_KINDS = tuple(UnitKind)


_VERSION = made_by(*_READERS)


def kept_units() -> ReadUnits:
    """``syntax.units``, which remembers for this user what it read of Python."""
    store = user_cache("units", _VERSION)
    store.tidy()
    return units_from(store)


def units_from(store: BlobCache) -> ReadUnits:
    """``syntax.units`` with a memory."""

    def read(language: str | None, text: str) -> tuple[Unit, ...]:
        if language != "python" or len(text) < _SHORT:
            return units(language, text)
        key = BlobId(hashlib.sha256(encode(text)).hexdigest())
        data = store.recall(key)
        found = _unpacked(data) if data is not None else None
        if found is None:
            found = python_units.python_units(text)
            if found is None:
                # It does not parse; what can be made out of it is another reader's.
                return units(language, text)
            store.remember(key, _packed(found))
        return found

    return read


def _packed(found: tuple[Unit, ...]) -> bytes:
    rows = [(_KINDS.index(u.kind), u.name, u.qualified, u.lines.start, u.lines.stop, u.body.start, u.body.stop) for u in found]
    return json.dumps(rows, separators=(",", ":")).encode()


def _unpacked(data: bytes) -> tuple[Unit, ...] | None:
    """``None`` where nobody here can have written it."""
    try:
        return tuple(
            Unit(_KINDS[kind], name, qualified, Span(first, stop), Span(begin, end))
            for kind, name, qualified, first, stop, begin, end in json.loads(data)
        )
    except (ValueError, TypeError, IndexError):
        return None
