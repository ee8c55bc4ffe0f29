"""Hunks: contiguous changes of one side against the base."""

from __future__ import annotations

from dataclasses import dataclass

from syncline.core.merge import Side
from syncline.core.names import RepoPath


@dataclass(frozen=True, slots=True)
class Span:
    """Lines ``start`` (counted from 0) up to, not including, ``stop``."""

    start: int
    stop: int

    def __len__(self) -> int:
        return self.stop - self.start

    def overlaps(self, other: Span) -> bool:
        """True when the two share a line; an empty span overlaps what it stands strictly inside of or at its border."""
        if not len(self) or not len(other):
            return self.start <= other.stop and other.start <= self.stop
        return self.start < other.stop and other.start < self.stop


@dataclass(frozen=True, slots=True)
class Hunk:
    """``removed`` base lines at ``base`` gave way to ``added`` lines at ``lines`` of the side's file."""

    side: Side
    path: RepoPath
    base: Span
    lines: Span
    removed: tuple[str, ...]
    added: tuple[str, ...]
