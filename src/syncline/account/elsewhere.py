"""Lines that the merge has where nobody put them: the pool in which moved work is looked for. Each line is used once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from syncline.account.fates import HunkFates, trivial
from syncline.core.ledger import Fate
from syncline.core.names import RepoPath
from syncline.core.text import squeezed


class Pool:
    """Merged lines that neither side's expectation claims, by their text without white space."""

    def __init__(self) -> None:
        self._spots: dict[str, list[tuple[RepoPath, int]]] = defaultdict(list)
        self._used: set[tuple[RepoPath, int]] = set()

    def add(self, path: RepoPath, merged: Sequence[str], unclaimed: frozenset[int] | set[int]) -> None:
        """Offer the unclaimed lines of one merged file."""
        for at in sorted(unclaimed):
            if not trivial(merged[at]):
                self._spots[squeezed(merged[at])].append((path, at))

    def left(self, path: RepoPath, offered: set[int]) -> set[int]:
        """Which of the lines offered of one file nobody has claimed."""
        return {at for at in offered if (path, at) not in self._used}

    def missing(self, lines: Sequence[str], at: Sequence[int]) -> tuple[int, ...]:
        """Which of some telling lines the pool has nowhere. Lines that it has are used up: the merge moved them."""
        return tuple(i for i in at if not trivial(lines[i]) and self._take(squeezed(lines[i]), None) is None)

    def claim(self, fates: HunkFates) -> tuple[RepoPath, int] | None:
        """Mark missing added lines ELSEWHERE where the pool has them; says where the first one stands.

        Follows on from the last spot where it can, so that a block is found as a block.
        """
        first: tuple[RepoPath, int] | None = None
        last: tuple[RepoPath, int] | None = None
        for at, fate in enumerate(fates.added):
            text = fates.hunk.added[at]
            if fate is not None or trivial(text):
                continue
            spot = self._take(squeezed(text), last)
            if spot is not None:
                fates.added[at] = Fate.ELSEWHERE
                first, last = first or spot, spot
        return first

    def _take(self, text: str, last: tuple[RepoPath, int] | None) -> tuple[RepoPath, int] | None:
        free = [spot for spot in self._spots.get(text, ()) if spot not in self._used]
        if not free:
            return None
        spot = free[0] if last is None else min(free, key=lambda s: (s[0] != last[0], s[1] < last[1], abs(s[1] - last[1])))
        self._used.add(spot)
        return spot
