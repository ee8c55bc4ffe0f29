"""Which lines of one text stand again in another, in order.

Patience diff (Bram Cohen; the ``patiencediff`` library), then a second look into the gaps it leaves: patience anchors on lines that
are unique, so a gap of repeated lines may hide equal ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from patiencediff import PatienceSequenceMatcher

from syncline.core.hunk import Hunk, Span
from syncline.core.merge import Side
from syncline.core.names import RepoPath

# The second look is quadratic at worst; gaps beyond this many cells are left as patience saw them.
_CELLS = 4_000_000


def blocks(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int]]:
    """Matching blocks as (start in ``old``, start in ``new``, length), ascending, without the closing dummy."""
    if not old or not new:
        return []
    if old == new:
        return [(0, 0, len(old))]
    return [(a, b, n) for a, b, n in PatienceSequenceMatcher(None, old, new).get_matching_blocks() if n]


def thorough_blocks(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int]]:
    """Like ``blocks``, and looks into every gap that patience left with lines on both sides."""
    found: list[tuple[int, int, int]] = []
    at_old = at_new = 0
    for a, b, n in [*blocks(old, new), (len(old), len(new), 0)]:
        if a > at_old and b > at_new and (a - at_old) * (b - at_new) <= _CELLS:
            inner = SequenceMatcher(None, old[at_old:a], new[at_new:b], autojunk=False)
            found.extend((at_old + i, at_new + j, k) for i, j, k in inner.get_matching_blocks() if k)
        if n:
            found.append((a, b, n))
        at_old, at_new = a + n, b + n
    return found


def hunks(side: Side, path: RepoPath, base: Sequence[str], lines: Sequence[str]) -> tuple[Hunk, ...]:
    """The hunks of ``lines`` against ``base``, in order."""
    found = []
    at_base = at_line = 0
    for a, b, n in [*blocks(base, lines), (len(base), len(lines), 0)]:
        if a > at_base or b > at_line:
            removed, added = tuple(base[at_base:a]), tuple(lines[at_line:b])
            if removed != added:
                found.append(Hunk(side, path, Span(at_base, a), Span(at_line, b), removed, added))
        at_base, at_line = a + n, b + n
    return tuple(found)


def hunk_count(base: Sequence[str], lines: Sequence[str]) -> int:
    """How many hunks ``hunks`` would give, without making them."""
    count = at_base = at_line = 0
    for a, b, n in [*blocks(base, lines), (len(base), len(lines), 0)]:
        if (a > at_base or b > at_line) and base[at_base:a] != lines[at_line:b]:
            count += 1
        at_base, at_line = a + n, b + n
    return count
