"""Changes of one side to text that the other side moved: where the merge has the moved text as changed, no line of the move is missing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from syncline.account.fates import HunkFates, trivial
from syncline.core.ledger import Fate
from syncline.core.merge import Side
from syncline.core.text import squeezed

# The merged lines of a file, and the hunks of each side in it.
Hunks: TypeAlias = "tuple[Sequence[str], Mapping[Side, Sequence[HunkFates]]]"


def claim_carried(files: Sequence[Hunks]) -> None:
    """Mark a missing added line EQUIVALENT that a side moved and the other side changed where it had been, and whose change stands in the move.

    Proof: a base line of that text was taken from its place by both sides and is gone; what the other side wrote for it stands among the merged
    lines at the place of the move (or it wrote nothing), and lines next to it in the move are there. Each base line explains one missing line.
    """
    for side in Side:
        open_ones = [(merged, fates) for merged, sided in files for fates in sided[side] if _missing(fates)]
        changes = _changes(files, side) if open_ones else {}
        for merged, fates in open_ones:
            for at in _missing(fates):
                _explain(fates, at, merged, changes.get(squeezed(fates.hunk.added[at]), []))


def _missing(fates: HunkFates) -> list[int]:
    return [at for at, fate in enumerate(fates.added) if fate is None and not trivial(fates.hunk.added[at])]


def _explain(fates: HunkFates, at: int, merged: Sequence[str], changes: list[HunkFates]) -> None:
    if not _beside(fates, at):
        return
    there = {squeezed(line) for line in merged[fates.window.start : fates.window.stop]}
    for number, change in enumerate(changes):
        if all(squeezed(line) in there for line in change.hunk.added if not trivial(line)):
            fates.added[at] = Fate.EQUIVALENT
            del changes[number]
            return


def _beside(fates: HunkFates, at: int) -> bool:
    """The next line that says something, on one side or the other, stands where the side put it."""
    for numbers in (range(at - 1, -1, -1), range(at + 1, len(fates.added))):
        near = next((n for n in numbers if not trivial(fates.hunk.added[n]) and fates.added[n] is not Fate.EQUIVALENT), None)
        if near is not None and fates.added[near] is Fate.PRESENT:
            return True
    return False


def _changes(files: Iterable[Hunks], side: Side) -> dict[str, list[HunkFates]]:
    """The base lines that ``side`` took away and that the other side changed, nothing of it missing, by their text; a line each time it is so."""
    found: dict[str, list[HunkFates]] = defaultdict(list)
    for _, sided in files:
        for change in sided[side.other]:
            told = [fate for line, fate in zip(change.hunk.added, change.added, strict=True) if not trivial(line)]
            if None in told or (told and Fate.ELSEWHERE not in told):
                continue
            here = change.hunk.base
            for own in sided[side]:
                over = own.hunk.base
                for line in range(max(here.start, over.start), min(here.stop, over.stop)):
                    text = own.hunk.removed[line - over.start]
                    gone = own.removed[line - over.start] is not None and change.removed[line - here.start] is not None
                    if gone and not trivial(text):
                        found[squeezed(text)].append(change)
    return found
