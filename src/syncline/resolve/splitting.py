"""A conflict cut where both sides made the same change: what they agree on is settled, and the conflicts around it get smaller.

As git's "zealous" merge does, but each smaller conflict keeps its share of the base: the lines of it that either side's own changes speak of.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import partial
from typing import Any

from merge3 import Merge3

from syncline.account.matching import thorough_blocks
from syncline.core.hunk import Span
from syncline.core.merge import Merge

# A second look is quadratic at worst; a conflict of more cells than these is left as patience saw it.
_CELLS = 1_000_000


def refined(lines: Merge[tuple[str, ...]]) -> tuple[Merge[Span], ...]:
    """The spans of the smaller conflicts in a conflict: cut at lines that all three have, then at what source and target agree on.

    Patience anchors on lines that are unique, so a conflict of repeated lines may hold some that nobody changed. What lies between the
    spans is the same in source and target.
    """
    found: list[Merge[Span]] = []
    for gap in _gaps(lines):
        inner = Merge(
            lines.base[gap.base.start : gap.base.stop],
            lines.source[gap.source.start : gap.source.stop],
            lines.target[gap.target.start : gap.target.stop],
        )
        found.extend(
            Merge(
                *(
                    Span(outer.start + span.start, outer.start + span.stop)
                    for outer, span in zip((gap.base, gap.source, gap.target), (part.base, part.source, part.target), strict=True)
                )
            )
            for part in split(inner)
        )
    return tuple(found)


def _gaps(lines: Merge[tuple[str, ...]]) -> list[Merge[Span]]:
    """What lies between runs of lines that all three texts share."""
    base, source, target = list(lines.base), list(lines.source), list(lines.target)
    if len(base) * max(len(source), len(target)) > _CELLS:
        return [Merge(Span(0, len(base)), Span(0, len(source)), Span(0, len(target)))]
    found: list[Merge[Span]] = []
    at = (0, 0, 0)
    # The library's types ask for a class; it says itself that whatever makes a matcher will do.
    matcher: Any = partial(SequenceMatcher, autojunk=False)
    for b0, b1, s0, s1, t0, t1 in Merge3(base, source, target, sequence_matcher=matcher).find_sync_regions():
        closing = b0 == b1 == len(base) and s1 == len(source) and t1 == len(target)
        if not closing and not _tells(base[b0:b1]) and b1 - b0 < 2:
            continue
        if any(start > stop for start, stop in zip((b0, s0, t0), at, strict=True)):
            found.append(Merge(Span(at[0], b0), Span(at[1], s0), Span(at[2], t0)))
        at = (b1, s1, t1)
    return found or [Merge(Span(0, len(base)), Span(0, len(source)), Span(0, len(target)))]


def split(lines: Merge[tuple[str, ...]]) -> tuple[Merge[Span], ...]:
    """The spans of the smaller conflicts in a conflict's lines, in order; what lies between them is the same in source and target.

    One span over everything where the sides agree on nothing that says something, or where it cannot be told whose base lines are whose.
    """
    everything = (Merge(*(Span(0, len(term)) for term in (lines.base, lines.source, lines.target))),)
    if not lines.source or not lines.target or not lines.base:
        return everything
    runs = [(a, b, n) for a, b, n in thorough_blocks(lines.source, lines.target) if _tells(lines.source[a : a + n])]
    if not runs:
        return everything
    source, target = _counterparts(lines.base, lines.source), _counterparts(lines.base, lines.target)
    found: list[Merge[Span]] = []
    at = Merge(0, 0, 0)
    for a, b, n in [*runs, (len(lines.source), len(lines.target), 0)]:
        if n:
            low = max(_below(source, a), _below(target, b))
            high = min(_above(source, a + n, len(lines.base)), _above(target, b + n, len(lines.base)))
        else:
            low = high = len(lines.base)
        if not at.base <= low <= high:
            return everything
        found.append(Merge(Span(at.base, low), Span(at.source, a), Span(at.target, b)))
        at = Merge(high, a + n, b + n)
    return tuple(found)


def _tells(lines: Sequence[str]) -> bool:
    """A lone bracket or blank line is no agreement."""
    return sum(len(line.strip()) > 3 and any(char.isalnum() for char in line) for line in lines) > 0


def _counterparts(base: Sequence[str], side: Sequence[str]) -> list[int]:
    """For each line of a side, the base line that it is, or -1."""
    found = [-1] * len(side)
    for a, b, n in thorough_blocks(base, side):
        for offset in range(n):
            found[b + offset] = a + offset
    return found


def _below(counterparts: Sequence[int], stop: int) -> int:
    """Behind the last base line that stands before ``stop`` on the side."""
    return max((at + 1 for at in counterparts[:stop] if at >= 0), default=0)


def _above(counterparts: Sequence[int], start: int, size: int) -> int:
    """The first base line that stands from ``start`` on."""
    return min((at for at in counterparts[start:] if at >= 0), default=size)
