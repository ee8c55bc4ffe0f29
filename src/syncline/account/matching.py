"""Which lines of one text stand again in another, in order.

Patience diff (Bram Cohen; the ``patiencediff`` library), then a second look into the gaps it leaves: patience anchors on lines that
are unique, so a gap of repeated lines may hide equal ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from patiencediff import PatienceSequenceMatcher, unique_lcs

from syncline.core.hunk import Hunk, Span
from syncline.core.merge import Side
from syncline.core.names import RepoPath

# The second look is quadratic at worst; gaps beyond this many cells are left as patience saw them.
_CELLS = 4_000_000
# Lines, of both texts together, from which on what was found is remembered for the next who asks.
_LONG = 200


def blocks(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int]]:
    """Matching blocks as (start in ``old``, start in ``new``, length), ascending, without the closing dummy."""
    # The base and a side of one file are compared again and again, whoever looks at them.
    if isinstance(old, tuple) and isinstance(new, tuple) and len(old) + len(new) > _LONG:
        return list(_kept(old, new))
    return _found(old, new)


@lru_cache(maxsize=8)
def _kept(old: tuple[str, ...], new: tuple[str, ...]) -> list[tuple[int, int, int]]:
    return _found(old, new)


def _found(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int]]:
    if not old or not new:
        return []
    if old == new:
        return [(0, 0, len(old))]
    try:
        return [(a, b, n) for a, b, n in PatienceSequenceMatcher(None, old, new).get_matching_blocks() if n]
    except BaseException as error:
        # The library gives up on gaps in gaps in gaps by a panic, which is no ``Exception`` and whose class cannot be imported.
        if type(error).__name__ != "PanicException":
            raise
    return deep_blocks(old, new)


class Matcher:
    """``blocks`` in the shape that ``merge3`` asks for."""

    def __init__(self, junk: object, old: Sequence[str], new: Sequence[str]) -> None:
        del junk
        self._old, self._new = old, new

    def get_matching_blocks(self) -> list[tuple[int, int, int]]:
        """The blocks and the closing dummy."""
        return [*blocks(self._old, self._new), (len(self._old), len(self._new), 0)]


def deep_blocks(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int, int]]:
    """What ``blocks`` gives, however deep gaps lie in gaps: slower, for words rather than lines."""
    found: list[tuple[int, int]] = []
    pending: list[tuple[int, int, int, int] | list[tuple[int, int]]] = [(0, 0, len(old), len(new))]
    while pending:
        task = pending.pop()
        if isinstance(task, list):
            found.extend(task)
            continue
        pending.extend(reversed(_step(old, new, *task)))
    return _collapsed(found)


def _step(
    old: Sequence[str], new: Sequence[str], a: int, b: int, a_stop: int, b_stop: int
) -> list[tuple[int, int, int, int] | list[tuple[int, int]]]:
    """One gap as matches and the gaps between them, in order: by what is unique in it, else by what both share at an end."""
    if a == a_stop or b == b_stop:
        return []
    tasks: list[tuple[int, int, int, int] | list[tuple[int, int]]] = []
    unique = unique_lcs(old[a:a_stop], new[b:b_stop])
    if unique:
        at_a, at_b = a, b
        for i, j in unique:
            if (at_a, at_b) != (a + i, b + j):
                tasks.append((at_a, at_b, a + i, b + j))
            tasks.append([(a + i, b + j)])
            at_a, at_b = a + i + 1, b + j + 1
        return [*tasks, (at_a, at_b, a_stop, b_stop)]
    limit = min(a_stop - a, b_stop - b)
    head = next((n for n in range(limit) if old[a + n] != new[b + n]), limit)
    if head:
        return [[(a + n, b + n) for n in range(head)], (a + head, b + head, a_stop, b_stop)]
    tail = next((n for n in range(limit) if old[a_stop - 1 - n] != new[b_stop - 1 - n]), limit)
    if tail:
        return [(a, b, a_stop - tail, b_stop - tail), [(a_stop - n, b_stop - n) for n in range(tail, 0, -1)]]
    return []


def _collapsed(matches: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    found: list[tuple[int, int, int]] = []
    for a, b in matches:
        if found and found[-1][0] + found[-1][2] == a and found[-1][1] + found[-1][2] == b:
            found[-1] = (*found[-1][:2], found[-1][2] + 1)
        else:
            found.append((a, b, 1))
    return found


def thorough_blocks(old: Sequence[str], new: Sequence[str], *, deep: bool = False) -> list[tuple[int, int, int]]:
    """Like ``blocks`` (or ``deep_blocks``), and looks into every gap that patience left with lines on both sides."""
    found: list[tuple[int, int, int]] = []
    at_old = at_new = 0
    for a, b, n in [*(deep_blocks if deep else blocks)(old, new), (len(old), len(new), 0)]:
        if a > at_old and b > at_new and (a - at_old) * (b - at_new) <= _CELLS:
            one, other = old[at_old:a], new[at_new:b]
            # Most gaps share nothing, and that is told at once.
            if not set(one).isdisjoint(other):
                inner = SequenceMatcher(None, one, other, autojunk=False)
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
