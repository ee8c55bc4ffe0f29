"""A merge that people made, against the conflicts git had left in it: what they put in place of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from syncline.account.matching import blocks
from syncline.core.memory import Remembered, memory_key
from syncline.core.merge import Merge
from syncline.core.names import CommitId, RepoPath

_MARKERS = ("<<<<<<<", ">>>>>>>", "|||||||")


@dataclass(frozen=True, slots=True)
class Open:
    """A conflicted stretch, and the unit around it."""

    lines: Merge[tuple[str, ...]]
    unit: str


def lessons(path: RepoPath, pieces: Sequence[tuple[str, ...] | Open], committed: Sequence[str], merge: CommitId) -> Iterator[Remembered]:
    """What stands in ``committed`` in place of each open piece. ``pieces`` are the file in order: settled lines and open stretches.

    Passes over stretches whose neighbours cannot be found right beside what stands there now, and over what was left with markers.
    """
    flat: list[str] = []
    spots: list[tuple[int, Open]] = []
    for piece in pieces:
        if isinstance(piece, Open):
            spots.append((len(flat), piece))
            # A line that no text has: it keeps the runs around it apart.
            flat.append(f"\0{len(spots)}")
        else:
            flat.extend(piece)
    found = blocks(flat, committed)
    for at, piece in spots:
        low = 0 if at == 0 else next((b + n for a, b, n in found if a + n == at), None)
        high = len(committed) if at + 1 == len(flat) else next((b for a, b, _ in found if a == at + 1), None)
        if low is None or high is None or low > high:
            continue
        lines = tuple(committed[low:high])
        if not any(line.startswith(_MARKERS) for line in lines):
            yield Remembered(memory_key(piece.lines), path, piece.unit, lines, merge)
