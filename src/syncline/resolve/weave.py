"""Three-way merge of sequences, hunk by hunk, without git's guard around each change.

Works on anything that can be compared: lines, tokens, items. The hunks of both sides are laid over the base. Hunks that touch are woven in
the order of the base; hunks that overlap, or that insert at one and the same place, are a collision unless they are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Generic, TypeVar

from syncline.account.matching import thorough_blocks
from syncline.core.merge import Merge

T = TypeVar("T", bound=Hashable)

# Comparing is quadratic at worst; beyond this many cells a rule has no business to answer.
CELLS = 4_000_000
_EXACT = 40_000


@dataclass(frozen=True, slots=True)
class Change(Generic[T]):
    """``base[start:stop]`` gave way to ``new``."""

    start: int
    stop: int
    new: tuple[T, ...]


def line_changes(base: Sequence[str], side: Sequence[str]) -> tuple[Change[str], ...]:
    """How lines changed, by patience and a second look into its gaps."""
    return _changes(base, side, thorough_blocks(base, side))


def token_changes(base: Sequence[str], side: Sequence[str]) -> tuple[Change[str], ...] | None:
    """How tokens changed; ``None`` where the comparison would take too long.

    What both share at their ends is set aside first. Beyond ``_EXACT`` cells tokens that are unique are matched first (patience), as for
    lines: an exact comparison of two long runs of mostly brackets and commas takes seconds.
    """
    if len(base) * len(side) > CELLS:
        return None
    return _token_changes(tuple(base), tuple(side))


@lru_cache(maxsize=64)
def _token_changes(base: tuple[str, ...], side: tuple[str, ...]) -> tuple[Change[str], ...]:
    """Several rules ask about the same texts, one after the other."""
    head = 0
    limit = min(len(base), len(side))
    while head < limit and base[head] == side[head]:
        head += 1
    tail = 0
    while tail < limit - head and base[-1 - tail] == side[-1 - tail]:
        tail += 1
    one, other = base[head : len(base) - tail], side[head : len(side) - tail]
    if len(one) * len(other) > _EXACT:
        inner = thorough_blocks(one, other, deep=True)
    else:
        inner = [(a, b, n) for a, b, n in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks() if n]
    ends = [(len(base) - tail, len(side) - tail, tail)] if tail else []
    return _changes(base, side, [*([(0, 0, head)] if head else []), *((a + head, b + head, n) for a, b, n in inner), *ends])


def _changes(base: Sequence[str], side: Sequence[str], blocks: list[tuple[int, int, int]]) -> tuple[Change[str], ...]:
    found: list[Change[str]] = []
    at_base = at_side = 0
    for a, b, n in [*blocks, (len(base), len(side), 0)]:
        if a > at_base or b > at_side:
            found.append(Change(at_base, a, tuple(side[at_side:b])))
        at_base, at_side = a + n, b + n
    return tuple(found)


# Told what source and target insert at one and the same place; answers with both, or ``None``.
Join = Callable[[tuple[str, ...], tuple[str, ...]], "tuple[str, ...] | None"]


def weave(
    base: Sequence[str], changes: Merge[tuple[Change[str], ...]], *, touching: bool = True, join: Join | None = None
) -> tuple[str, ...] | None:
    """Lay the changes of both sides over the base; ``None`` where they collide. ``changes.base`` is not looked at.

    Without ``touching``, at least one element of the base must lie between changes of different sides. ``join`` puts together what both
    sides insert at one place; without it that is a collision.
    """
    source, target = list(changes.source), list(changes.target)
    out: list[str] = []
    at = 0
    while source or target:
        if source and target and source[0] == target[0]:
            taken = source.pop(0)
            target.pop(0)
        elif join is not None and source and target and _same_place(source[0], target[0]):
            both = join(source[0].new, target[0].new)
            if both is None:
                return None
            taken = Change(source[0].start, source[0].start, both)
            source.pop(0)
            target.pop(0)
        else:
            mine, other = (source, target) if not target or (source and _before(source[0], target[0])) else (target, source)
            taken = mine.pop(0)
            if other and _collide(taken, other[0], touching):
                return None
        out.extend(base[at : taken.start])
        out.extend(taken.new)
        at = taken.stop
    out.extend(base[at:])
    return tuple(out)


def _same_place(one: Change[str], other: Change[str]) -> bool:
    return one.start == one.stop == other.start == other.stop


def _before(one: Change[str], other: Change[str]) -> bool:
    return (one.start, one.stop) < (other.start, other.stop)


def _collide(first: Change[str], second: Change[str], touching: bool) -> bool:
    if not touching:
        return second.start <= first.stop
    if second.start < first.stop:
        return True
    # Two insertions at one place, or one at the start of what the other replaces: the order would be a guess. Beside a removal it is none.
    return first.start == first.stop == second.start and (second.start == second.stop or bool(second.new))
