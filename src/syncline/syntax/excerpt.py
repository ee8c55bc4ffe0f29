"""A Python text without the definitions that nobody asks about: most of a parse goes into those."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, count
from operator import add

# Characters of a text that is parsed as fast as it is cut.
_SHORT = 4_000
# A string over several rows, or what hides a quote: another string, a remark.
_STRING = re.compile(
    r'("""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""'
    r"|'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*''')"
    r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
    r"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'"
    r"|#[^\n]*",
    re.DOTALL,
)
_DEFINITION = re.compile(r"^( *)(?:(@)|(?:async +def|def|class)\b)", re.MULTILINE)


def excerpt(text: str, rows: Sequence[int]) -> str:
    """The text with ``pass`` in place of each function and class that has none of ``rows`` (from 0, ascending). All else stays on its row and column.

    Where rows end and begin is told by indentation and long strings alone, so what comes back may not parse although the text does: ask again
    with the whole text then. A row that belongs to a kept definition is never lost. Texts with tabs come back whole.
    """
    if len(text) < _SHORT or "\t" in text:
        return text
    starts, inside = _layout(text)
    kept, done, at = [], 0, 0
    first: int | None = None
    while (found := _DEFINITION.search(text, at)) is not None:
        at = found.end()
        row = bisect_left(starts, found.start())
        if _is_inside(row, inside):
            continue
        if first is None:
            first = row
        if found[2]:
            continue
        stop = _stop(text, starts, inside, at, len(found[1]))
        asked = bisect_left(rows, first)
        if asked == len(rows) or rows[asked] >= stop:
            kept += [text[done : starts[first]], found[1], "pass", "\n" * (stop - first)]
            done = at = starts[stop] if stop < len(starts) else len(text)
        first = None
    kept.append(text[done:])
    return "".join(kept)


# One text is cut by the rows of one question after the other.
@lru_cache(maxsize=8)
def _layout(text: str) -> tuple[list[int], list[tuple[int, int]]]:
    """Where each row begins, and the rows that begin inside of a long string: from, and up to and with."""
    starts = [0, *map(add, accumulate(map(len, text.split("\n")[:-1])), count(1))]
    strings = _STRING.finditer(text) if '"""' in text or "'''" in text else ()
    long = (one.span() for one in strings if one[1] is not None and "\n" in one[1])
    return starts, [(bisect_left(starts, first + 1), bisect_left(starts, stop + 1) - 1) for first, stop in long]


def _is_inside(row: int, inside: Sequence[tuple[int, int]]) -> bool:
    at = bisect_left(inside, (row + 1, 0)) - 1
    return at >= 0 and row <= inside[at][1]


# Indentation → the beginning of the next row that is indented no more, is no remark and closes no bracket.
_NEXT: dict[int, re.Pattern[str]] = {}


def _stop(text: str, starts: Sequence[int], inside: Sequence[tuple[int, int]], at: int, indent: int) -> int:
    """The row after a definition whose head goes on at ``at``."""
    if indent not in _NEXT:
        _NEXT[indent] = re.compile(rf"^ {{0,{indent}}}[^ \r\n#)\]}}]", re.MULTILINE)
    while (found := _NEXT[indent].search(text, at)) is not None:
        row = bisect_left(starts, found.start())
        if not _is_inside(row, inside) and text[starts[row] - 2 : starts[row] - 1] != "\\":
            return row
        at = found.end()
    return len(starts)
