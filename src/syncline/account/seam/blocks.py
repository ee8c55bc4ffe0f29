"""Blocks of lines that a merge put twice or into another definition: both questions look at each file once."""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.duplicates import Twice
from syncline.account.seam.layout import layouts
from syncline.account.seam.misplaced import Misplaced, misplaced_in
from syncline.account.seam.repeats import repeats_in
from syncline.account.seam.trees import Seam


def repeats(seam: Seam) -> Iterator[Twice]:
    """Runs of lines that stand in one definition of the merge more often than in either parent's version of it."""
    yield from (one for one in seam.every(_blocks) if isinstance(one, Twice))


def misplaced(seam: Seam) -> Iterator[Misplaced]:
    """Runs of a side's new lines whose enclosing definition exists in both versions, and is another one."""
    yield from (one for one in seam.every(_blocks) if isinstance(one, Misplaced))


def _blocks(seam: Seam) -> Iterator[Twice | Misplaced]:
    for layout in layouts(seam):
        yield from repeats_in(layout)
        yield from misplaced_in(layout)
