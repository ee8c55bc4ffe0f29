"""Which two commits collide: found by merging points of both histories, never by looking at who touched the file.

A history is a row of *states* of one file: state 0 is the merge base, state k is the file after the k-th commit of the first-parent
history that touches it. A search asks whether source state i and target state j conflict; between a state that does not and one that does, it
halves. What it names is always a true border: one commit earlier there was no such conflict (git-imerge's idea, Michael Haggerty).

States of the target from before its last sync cannot be merged on this base: they lack what the base has. Where the conflict was there at
the last sync already, the target's side is *carried*: the commit that first brought one of its lines is named.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from syncline.account.fates import trivial
from syncline.account.threeway import Stretch, StretchKind
from syncline.core.hunk import Span
from syncline.core.merge import Merge

Lines = Sequence[str]


@dataclass(frozen=True, slots=True)
class Row:
    """How many states each history has beside the base, and which target state was there at the last sync (0: none, all can be merged)."""

    sources: int
    targets: int
    kept: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """States that collide first, whether the target's side was carried over from before its last sync, and the base lines concerned.

    ``own`` are the target's own telling lines in those regions.
    """

    source: int
    target: int
    carried: bool
    hunks: tuple[Span, ...] = ()
    own: frozenset[str] = frozenset()


def border(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """The first state after ``low`` where ``holds`` turns true, by halving: it must hold at ``high`` and not at ``low``."""
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high


def colliding_hunks(
    row: Row, merge: Callable[[int, int], Sequence[Stretch]], target: Callable[[int], Lines], base: Lines
) -> tuple[Pair, ...]:
    """The colliding pairs of one file, region by region. ``merge`` cuts a three-way merge on the base; ``target`` gives a state's lines."""
    found: dict[tuple[int, int, bool], list[Span]] = {}
    own: dict[tuple[int, int, bool], frozenset[str]] = {}
    known: dict[int, frozenset[str]] = {}

    def words(state: int) -> frozenset[str]:
        if state not in known:
            known[state] = frozenset(map(str.strip, target(state))) if state else frozenset()
        return known[state]

    for stretch in merge(row.sources, row.targets):
        if stretch.kind is StretchKind.CONFLICT:
            theirs = telling(target(row.targets)[stretch.spans.target.start : stretch.spans.target.stop])
            before = telling(base[stretch.spans.base.start : stretch.spans.base.stop])
            pair = _region(row, stretch.spans, merge, words, theirs - before, before - theirs)
            if pair is not None:
                found.setdefault(pair, []).append(stretch.spans.base)
                own[pair] = own.get(pair, frozenset()) | (theirs - before)
    return tuple(Pair(*key, tuple(spans), own[key]) for key, spans in found.items())


def _region(
    row: Row,
    spans: Merge[Span],
    merge: Callable[[int, int], Sequence[Stretch]],
    words: Callable[[int], frozenset[str]],
    brought: frozenset[str],
    dropped: frozenset[str],
) -> tuple[int, int, bool] | None:
    def conflict(i: int, j: int) -> bool:
        return any(s.kind is StretchKind.CONFLICT and s.spans.base.overlaps(spans.base) for s in merge(i, j))

    if row.sources == 0 or row.targets == 0:
        return None
    source = border(0, row.sources, lambda i: conflict(i, row.targets))
    if row.kept == 0 or not conflict(source, row.kept):
        return source, border(row.kept, row.targets, lambda j: conflict(source, j)), False
    return source, _origin(row.kept, brought, dropped, words), True


def _origin(kept: int, brought: frozenset[str], dropped: frozenset[str], words: Callable[[int], frozenset[str]]) -> int:
    """The old commit behind the target's side: the one that brought its first own line, else the last that dropped a line of the base."""
    if brought and not brought.isdisjoint(words(kept)):
        return border(0, kept, lambda state: not brought.isdisjoint(words(state)))
    for state in range(kept - 1, 0, -1):
        if not dropped.isdisjoint(words(state)):
            return state + 1
    return kept


def telling(lines: Lines) -> frozenset[str]:
    """The lines that say something, without the white space around them."""
    return frozenset(line.strip() for line in lines if not trivial(line))


Question = tuple[int, int]


def colliding_file(row: Row) -> Generator[Question, bool, Pair | None]:
    """The colliding pair of one path as a whole. Yields points (source state, target state) and is sent whether they conflict.

    A generator, so that the questions of many files can be answered in one round. ``None`` where even the tips do not conflict.
    """
    if row.sources == 0 or row.targets == 0 or not (yield row.sources, row.targets):
        return None
    low, high = 0, row.sources
    while high - low > 1:
        middle = (low + high) // 2
        if (yield middle, row.targets):
            high = middle
        else:
            low = middle
    source = high
    if row.kept and (row.kept == row.targets or (yield source, row.kept)):
        # There at the last sync already: the file as it was kept then is the target's side.
        return Pair(source, row.kept, carried=True)
    low, high = row.kept, row.targets
    while high - low > 1:
        middle = (low + high) // 2
        if (yield source, middle):
            high = middle
        else:
            low = middle
    return Pair(source, high, carried=False)


def converse(
    searches: dict[str, Generator[Question, bool, Pair | None]], ask: Callable[[list[tuple[str, Question]]], list[bool]]
) -> dict[str, Pair]:
    """Run many searches at once: each round answers one question of each. Gives the pairs found, by name."""
    found: dict[str, Pair] = {}
    waiting: dict[str, Question] = {}
    running = dict(searches)

    def step(name: str, answer: bool | None) -> None:
        try:
            waiting[name] = next(running[name]) if answer is None else running[name].send(answer)
        except StopIteration as done:
            waiting.pop(name, None)
            if done.value is not None:
                found[name] = done.value

    for name in searches:
        step(name, None)
    while waiting:
        asked = list(waiting.items())
        for (name, _), answer in zip(asked, ask(asked), strict=True):
            step(name, answer)
    return found
