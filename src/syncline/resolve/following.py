"""A unit that one side moved takes the other side's changes with it.

Done before the text is merged, by moving the change instead of the unit: where the one side has the unit now, it gets the other side's text; and where
the other side has it still, it gets the base's. What is then merged collides no more, and both changes are in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from syncline.account.matching import blocks
from syncline.core.hunk import Span
from syncline.core.ledger import Record
from syncline.core.merge import Merge, Side
from syncline.core.names import RepoPath
from syncline.core.unit import Unit, UnitKind
from syncline.resolve.view import View
from syncline.syntax.units import defines

_KINDS = frozenset({UnitKind.FUNCTION, UnitKind.METHOD, UnitKind.CLASS})
# A unit of fewer lines that say something may stand anywhere by chance.
_LEAST = 2
# So many lines of a unit that moved may happen to be aligned with others, one after the other.
_LOOSE = 3
_DEFINES = re.compile(r"\s*(?:async\s+def|def|class)\b")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a side has a text that the base has in the file: the path, and the number (from 0) of its first line there."""

    path: RepoPath
    start: int
    lines: tuple[str, ...]


# Asked for the one other file in which a side has put a text, whatever its indentation; ``None`` where there is none, or more than one.
Elsewhere = Callable[[Side, Sequence[str]], "Place | None"]


def nowhere(side: Side, lines: Sequence[str]) -> Place | None:
    """Nothing is known of other files."""
    del side, lines
    return None


@dataclass(frozen=True, slots=True)
class Carried:
    """A change for another file: ``old`` lines give way to ``new`` ones; they stand ``at`` there on the side that moved them."""

    path: RepoPath
    old: tuple[str, ...]
    new: tuple[str, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Moved:
    """One unit that was followed: its name, the side that moved it, the file that has it now, and its lines there; its lines in the base, and in
    the file of the other side, whose change went along.
    """

    name: str
    side: Side
    path: RepoPath
    lines: Span
    base: Span
    changed: Span


@dataclass(frozen=True, slots=True)
class Followed:
    """The texts with the changes moved along, what other files get, and what to say of it."""

    view: View
    carried: tuple[Carried, ...] = ()
    moved: tuple[Moved, ...] = ()
    swaps: Merge[tuple[tuple[int, int], ...]] = Merge((), (), ())

    def told(self, record: Record) -> Record:
        """A record of the followed texts, counted in the lines of the side's own file again."""
        if record.lines is None:
            return record
        swaps = self.swaps.side(record.side)
        return replace(record, lines=Span(_own(record.lines.start, swaps), _own(record.lines.stop, swaps)))


def _own(line: int, swaps: Sequence[tuple[int, int]]) -> int:
    """``swaps`` are (last line of a swapped unit in the new text, how many lines longer the own text is), in order."""
    return line + sum(longer for stop, longer in swaps if stop <= line)


@dataclass(frozen=True, slots=True)
class _Swap:
    start: int
    stop: int
    lines: tuple[str, ...]


def follow(view: View, elsewhere: Elsewhere = nowhere) -> Followed:
    """Move the changes of units that the other side moved. The same view where nothing is to be moved."""
    # Lines tell at once that nothing moved, which is so in most files; only then is anything parsed.
    if not view.lines.base or not defines(view.language):
        return Followed(view)
    if not any(_may_move(view, side) for side in Side):
        return Followed(view)
    swaps: dict[Side, list[_Swap]] = {side: [] for side in Side}
    carried: list[Carried] = []
    moved: list[Moved] = []
    followed: list[Span] = []
    for side in Side:
        for unit, own, place in _found(view, side, elsewhere):
            if any(span.start <= unit.lines.start and unit.lines.stop <= span.stop for span in followed):
                # It went along with what is around it.
                continue
            base = _text(view.lines.base, unit.lines)
            shifted = laid(_text(view.lines.side(side.other), own.lines), base, place.lines)
            if shifted is None:
                continue
            if place.path == view.path:
                swaps[side].append(_Swap(place.start, place.start + len(place.lines), shifted))
            else:
                carried.append(Carried(place.path, place.lines, shifted, _span(place)))
            swaps[side.other].append(_Swap(own.lines.start, own.lines.stop, base))
            followed.append(unit.lines)
            moved.append(Moved(unit.qualified, side, place.path, _span(place), unit.lines, own.lines))
    if not moved or any(_overlap(own) for own in swaps.values()) or not view.sound:
        return Followed(view)
    source, target = (_swapped(view.lines.side(side), swaps[side]) for side in (Side.SOURCE, Side.TARGET))
    shifts = Merge((), source[1], target[1])
    return Followed(view.with_lines(Merge(view.lines.base, source[0], target[0])), tuple(carried), tuple(moved), shifts)


def _may_move(view: View, side: Side) -> bool:
    """False where no stretch of the base as long as a unit is gone from its place on ``side`` while the other side changed something in it."""
    base = view.lines.base
    kept = {a + k for a, _, n in blocks(base, view.lines.side(side)) for k in range(n)}
    same = blocks(base, view.lines.side(side.other))
    # Where a run of equal lines ends, something else follows; so whatever the other side changed lies between two ends.
    touched = sorted({*(a for a, _, _ in same), *(a + n for a, _, n in same)} - {0, len(base)})
    start, gap, count, begun = 0, 0, 0, False
    for row in range(len(base) + 1):
        if row < len(base) and row not in kept:
            start, gap, count = (start if count else row), 0, count + bool(base[row].strip())
            begun = begun or view.language != "python" or _DEFINES.match(base[row]) is not None
            continue
        gap += 1
        if count and (gap > _LOOSE or row == len(base)):
            at = bisect_left(touched, start)
            if begun and count >= _LEAST and at < len(touched) and touched[at] <= row - gap + 1:
                return True
            count, begun = 0, False
    return False


def _found(view: View, side: Side, elsewhere: Elsewhere) -> Iterator[tuple[Unit, Unit, Place]]:
    """Units of the base that ``side`` moved as they are and the other side changed: the unit, the other side's, the new place."""
    named = view.units.map(_by_name)
    kept = {a + k: b + k for a, b, n in blocks(view.lines.base, view.lines.side(side)) for k in range(n)}
    for name, unit in named.base.items():
        own = named.side(side.other).get(name)
        text = _text(view.lines.base, unit.lines)
        if own is None or _text(view.lines.side(side.other), own.lines) == text or sum(bool(line.strip()) for line in text) < _LEAST:
            continue
        bare = _bare(text)
        there = [
            u
            for u in view.units.side(side)
            if u.kind in _KINDS and u.name == unit.name and _bare(_text(view.lines.side(side), u.lines)) == bare
        ]
        if len(there) == 1:
            place = there[0].lines
            # Where its lines are aligned with the base's, it has not moved.
            if all(kept.get(unit.lines.start + k) != place.start + k for k in range(len(unit.lines))):
                yield unit, own, Place(view.path, place.start, _text(view.lines.side(side), place))
        elif not any(u.name == unit.name for u in view.units.side(side)):
            other = elsewhere(side, text)
            if other is not None:
                yield unit, own, other


def _by_name(found: Sequence[Unit]) -> dict[str, Unit]:
    """Units by their qualified name; those that stand twice, and those inside of another function, are left out."""
    names = Counter(u.qualified for u in found)
    return {u.qualified: u for u in found if u.kind in _KINDS and names[u.qualified] == 1}


def _text(lines: tuple[str, ...], span: Span) -> tuple[str, ...]:
    return lines[span.start : span.stop]


def _bare(lines: Sequence[str]) -> list[str]:
    """The lines without the indentation that all of them share."""
    full = [line for line in lines if line.strip()]
    least = min((len(line) - len(line.lstrip(" \t")) for line in full), default=0)
    return [line[least:].rstrip("\n") if line.strip() else "" for line in lines]


def bare(lines: Sequence[str]) -> tuple[str, ...]:
    """What two spellings of one text at different depths share."""
    return tuple(_bare(lines))


def laid(lines: tuple[str, ...], base: Sequence[str], place: Sequence[str]) -> tuple[str, ...] | None:
    """Lines that stand at the depth of ``base``, at the depth of ``place``; ``None`` where they mix tabs with spaces or leave that depth."""
    old, new = (next((line[: len(line) - len(line.lstrip(" \t"))] for line in own if line.strip()), "") for own in (base, place))
    if not all(line.startswith(old) for line in lines if line.strip()):
        return None
    return tuple(new + line[len(old) :] if line.strip() else line for line in lines)


def _span(place: Place) -> Span:
    return Span(place.start, place.start + len(place.lines))


def _overlap(swaps: Sequence[_Swap]) -> bool:
    order = sorted(swaps, key=lambda one: one.start)
    return any(before.stop > behind.start for before, behind in pairwise(order))


def _swapped(lines: tuple[str, ...], swaps: Sequence[_Swap]) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...]]:
    out: list[str] = []
    shifts = []
    at = 0
    for one in sorted(swaps, key=lambda swap: swap.start):
        out.extend(lines[at : one.start])
        out.extend(one.lines)
        shifts.append((len(out), one.stop - one.start - len(one.lines)))
        at = one.stop
    return (*out, *lines[at:]), tuple(shifts)
