"""Changes of one side to text that the other side moved: where the merge has the moved text as changed, no line of the move is missing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from syncline.account.fates import HunkFates, trivial
from syncline.core.ledger import Fate
from syncline.core.merge import Side
from syncline.core.text import all_squeezed, squeezed

# The merged lines of a file, and the hunks of each side in it.
Hunks: TypeAlias = "tuple[Sequence[str], Mapping[Side, Sequence[HunkFates]]]"

# Letters and signs that a line and its neighbour must have for the two to be known again in another place.
_EVIDENCE = 24


@dataclass(frozen=True, slots=True)
class _Taken:
    """A base line that both sides took from its place: the other side's hunk, and the lines of the mover's hunk that say something with its number."""

    change: HunkFates
    removed: tuple[str, ...]
    at: int


def is_carriable(files: Sequence[Hunks], side: Side) -> bool:
    """Whether ``claim_carried`` can explain anything of a side, whatever the other side's lines are found to be."""
    wanted = set(all_squeezed([fates.hunk.added[at] for _, sided in files for fates in sided[side] for at in _missing(fates)]))
    return bool(wanted) and not wanted.isdisjoint(_taken(files, side, wanted))


def claim_carried(files: Sequence[Hunks], side: Side) -> None:
    """Mark a missing added line EQUIVALENT that a side moved and the other side changed where it had been, and whose change stands in the move.

    Proof: a base line of that text was taken from its place by both sides and is gone; the line next to it there is the line next to it in the
    move, and stands; what the other side wrote for it stands among the merged lines at the place of the move (or it wrote nothing). Each base line
    explains one missing line.
    """
    texts = (
        (merged, fates, all_squeezed([fates.hunk.added[at] for at in _missing(fates)])) for merged, sided in files for fates in sided[side]
    )
    open_ones = [(merged, fates, missing) for merged, fates, missing in texts if missing]
    wanted = {text for _, _, missing in open_ones for text in missing}
    taken = _taken(files, side, wanted) if wanted else {}
    for merged, fates, missing in open_ones:
        # Few hunks miss what both sides took from its place.
        if not any(text in taken for text in missing):
            continue
        there = {squeezed(line) for line in merged[fates.window.start : fates.window.stop]}
        telling = [(squeezed(line), at) for at, line in enumerate(fates.hunk.added) if not trivial(line)]
        for number, (text, at) in enumerate(telling):
            if fates.added[at] is not None:
                continue
            for one in taken.get(text, ()):
                if _carried(one.change, there) and _beside(fates, telling, number, one):
                    fates.added[at] = Fate.EQUIVALENT
                    taken[text].remove(one)
                    break


def _missing(fates: HunkFates) -> list[int]:
    return [at for at, fate in enumerate(fates.added) if fate is None and not trivial(fates.hunk.added[at])]


def _carried(change: HunkFates, there: set[str]) -> bool:
    """Nothing of the other side's change is missing, and it stands at the place of the move, not at the old one."""
    told = [(squeezed(line), fate) for line, fate in zip(change.hunk.added, change.added, strict=True) if not trivial(line)]
    return not told or (all(fate is not None and text in there for text, fate in told) and any(fate is Fate.ELSEWHERE for _, fate in told))


def _beside(fates: HunkFates, telling: Sequence[tuple[str, int]], number: int, one: _Taken) -> bool:
    """A neighbour of the line in the move was its neighbour before, and stands; neighbours that were carried along are passed by."""
    for step in (-1, 1):
        near, old = number + step, one.at + step
        while 0 <= near < len(telling) and 0 <= old < len(one.removed) and telling[near][0] == one.removed[old]:
            if fates.added[telling[near][1]] is Fate.PRESENT:
                if len(telling[near][0]) + len(telling[number][0]) >= _EVIDENCE:
                    return True
                break
            if fates.added[telling[near][1]] is not Fate.EQUIVALENT:
                break
            near, old = near + step, old + step
    return False


def _taken(files: Iterable[Hunks], side: Side, wanted: set[str]) -> dict[str, list[_Taken]]:
    """The base lines of some texts that both sides took from their place and that are gone, by their text."""
    found: dict[str, list[_Taken]] = defaultdict(list)
    for _, sided in files:
        across = sided[side.other]
        for own in sided[side] if across else ():
            begin = own.hunk.base.start
            telling = [at for at, line in enumerate(own.hunk.removed) if not trivial(line)]
            removed = tuple(all_squeezed([own.hunk.removed[at] for at in telling]))
            if wanted.isdisjoint(removed):
                continue
            for at, (text, line) in enumerate(zip(removed, (begin + at for at in telling), strict=True)):
                if text in wanted and own.removed[line - begin] is not None:
                    for change in across:
                        here = change.hunk.base
                        if here.start <= line < here.stop and change.removed[line - here.start] is not None:
                            found[text].append(_Taken(change, removed, at))
    return found
