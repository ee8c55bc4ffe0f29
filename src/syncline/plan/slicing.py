"""Cut a history into portions: conflict-free stretches alone, each hard commit in a small one of its own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from syncline.core.names import CommitId


@dataclass(frozen=True, slots=True)
class Cut:
    """Commits ``start`` up to, not including, ``stop`` of a history that stands oldest first."""

    start: int
    stop: int
    hard: bool = False


def cut_at_hard(order: Sequence[CommitId], hard: Collection[CommitId], longest: int = 0) -> tuple[Cut, ...]:
    """Portions of a history, oldest first. ``hard`` commits begin a conflict; ``longest`` caps a portion's commits (0: no cap)."""
    found: list[Cut] = []
    start = 0
    for at, commit in enumerate(order):
        if commit in hard:
            found += _stretch(start, at, longest)
            found.append(Cut(at, at + 1, hard=True))
            start = at + 1
    return (*found, *_stretch(start, len(order), longest))


def cut_at(order: Sequence[CommitId], ends: Collection[CommitId], longest: int = 0) -> tuple[Cut, ...]:
    """Portions that end at given commits (tags, say), and at the tip."""
    found: list[Cut] = []
    start = 0
    for at, commit in enumerate(order):
        if commit in ends:
            found += _stretch(start, at + 1, longest)
            start = at + 1
    return (*found, *_stretch(start, len(order), longest))


def _stretch(start: int, stop: int, longest: int) -> list[Cut]:
    if not longest:
        return [Cut(start, stop)] if stop > start else []
    return [Cut(at, min(at + longest, stop)) for at in range(start, stop, longest)]
