"""Lines that the merge has where nobody put them: the pool in which moved work is looked for. Each line serves each claimant once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TypeAlias

from syncline.account.fates import HunkFates, trivial
from syncline.core.ledger import Fate
from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.text import all_squeezed, squeezed

Spot: TypeAlias = "tuple[RepoPath, int]"

# Letters and signs that a run of lines must have before it counts as moved: an unrelated "return x" is no trace of another one.
_EVIDENCE = 24
# Places of one line that are tried as the beginning of a run.
_STARTS = 64


class Pool:
    """Merged lines that neither side's expectation claims, by their text without white space.

    Both sides may claim the same line (they brought the same thing, and the merge moved it), so that neither is served before the other.
    """

    def __init__(self) -> None:
        self._spots: dict[str, list[Spot]] = defaultdict(list)
        self._texts: dict[Spot, str] = {}
        self._next: dict[Spot, Spot] = {}
        self._before: dict[Spot, Spot] = {}
        self._used: dict[Side | None, set[Spot]] = defaultdict(set)
        # Of each text, how many of its first places a side has used up.
        self._first: dict[tuple[Side, str], int] = defaultdict(int)

    def add(self, path: RepoPath, merged: Sequence[str], unclaimed: frozenset[int] | set[int]) -> None:
        """Offer the unclaimed lines of one merged file."""
        last: Spot | None = None
        offered = [at for at in sorted(unclaimed) if not trivial(merged[at])]
        for at, text in zip(offered, all_squeezed([merged[at] for at in offered]), strict=True):
            spot = (path, at)
            self._spots[text].append(spot)
            self._texts[spot] = text
            if last is not None:
                self._next[last], self._before[spot] = spot, last
            last = spot

    def left(self, path: RepoPath, offered: set[int]) -> set[int]:
        """Which of the lines offered of one file nobody has claimed."""
        return {at for at in offered if all((path, at) not in used for used in self._used.values())}

    def missing(self, lines: Sequence[str], at: Sequence[int]) -> tuple[int, ...]:
        """Which of some telling lines, kept by both sides, the pool has nowhere. Lines that it has are used up: the merge moved them."""
        found = []
        for i in at:
            if trivial(lines[i]):
                continue
            free = [spot for spot in self._spots.get(squeezed(lines[i]), ()) if spot not in self._used[None]]
            if free:
                self._used[None].add(free[0])
            else:
                found.append(i)
        return tuple(found)

    def claim(self, side: Side, fates: HunkFates) -> Spot | None:
        """Mark missing added lines ELSEWHERE where the pool has a run of them; says where the first one stands.

        Refuses runs that say too little to be recognised, unless they are all that is missing of the hunk and more than one line.
        """
        wanted = [at for at, fate in enumerate(fates.added) if fate is None and not trivial(fates.hunk.added[at])]
        texts = all_squeezed([fates.hunk.added[at] for at in wanted])
        first: Spot | None = None
        runs: list[tuple[int, list[Spot]]] = []
        at = 0
        while at < len(wanted):
            run = self._run(side, texts, at)
            whole = len(run) == len(wanted) > 1
            if run and (whole or sum(map(len, texts[at : at + len(run)])) >= _EVIDENCE):
                self._used[side].update(run)
                for index in wanted[at : at + len(run)]:
                    fates.added[index] = Fate.ELSEWHERE
                first = first or run[0]
                runs.append((at, run))
            at += len(run) or 1
        for start, run in runs:
            for index in (start - 1, start + len(run)):
                self._slide(side, fates, wanted[index] if 0 <= index < len(wanted) else -1, run)
        return first

    def _slide(self, side: Side, fates: HunkFates, at: int, run: Sequence[Spot]) -> None:
        """A line beside a run that stands at the run's other end: which of two equal lines moved with a block, no alignment can tell."""
        if at < 0 or fates.added[at] is not None:
            return
        for spot in (self._next.get(run[-1]), self._before.get(run[0])):
            if spot is not None and spot not in self._used[side] and self._texts[spot] == squeezed(fates.hunk.added[at]):
                self._used[side].add(spot)
                fates.added[at] = Fate.ELSEWHERE
                return

    def _run(self, side: Side, texts: Sequence[str], at: int) -> list[Spot]:
        """The longest run of free lines that begins with number ``at`` of ``texts`` and follows them.

        Of a line that stands in more places than ``_STARTS``, the first free ones are tried: a text of one line alone has no longer runs.
        """
        best: list[Spot] = []
        used, tried = self._used[side], 0
        spots = self._spots.get(texts[at], ())
        first = self._first[side, texts[at]]
        while first < len(spots) and spots[first] in used:
            first += 1
        self._first[side, texts[at]] = first
        for number in range(first, len(spots)):
            run: list[Spot] = []
            spot: Spot | None = spots[number]
            while spot is not None and at + len(run) < len(texts) and spot not in used and self._texts[spot] == texts[at + len(run)]:
                run.append(spot)
                spot = self._next.get(spot)
            if len(run) > len(best):
                best = run
            tried += bool(run)
            if at + len(best) == len(texts) or tried == _STARTS:
                break
        return best
