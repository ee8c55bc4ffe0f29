"""The silent lines of Python files, remembered: to see which strings are docstrings takes a parse."""

from __future__ import annotations

from collections.abc import Callable

from syncline.audit import silence
from syncline.audit.silence import silent_lines
from syncline.core import text
from syncline.ports.blobcache import BlobCache, made_by, user_cache
from syncline.run.remembered import python_alone, remembered
from syncline.syntax import grammars, python_lexis, python_units

# What silent lines are found by: another version of one of these finds others.
_VERSION = made_by(silence, grammars, python_lexis, python_units, text)


def kept_silence() -> Callable[[str | None, str], frozenset[int]]:
    """``silent_lines``, which remembers for this user what it found in Python."""
    store = user_cache("silence", _VERSION)
    store.tidy()
    return silence_from(store)


def silence_from(store: BlobCache) -> Callable[[str | None, str], frozenset[int]]:
    """``silent_lines`` with a memory."""
    return remembered(store, silent_lines, python_alone, silent_lines, sorted, _lines)


def _lines(rows: object) -> frozenset[int]:
    if not isinstance(rows, list) or any(type(row) is not int for row in rows):
        raise ValueError("these are no numbers of lines")
    return frozenset(rows)
