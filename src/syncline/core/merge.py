"""``Merge[T]``: three named terms under every layer, from tree entries to lines.

Source flows into target. The same three-way rule (`trivial`) decides entries, modes and hunks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar, final

T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")


class Side(Enum):
    """One of the two histories that meet."""

    SOURCE = "source"
    TARGET = "target"

    @property
    def other(self) -> Side:
        """The side across the table."""
        return Side.TARGET if self is Side.SOURCE else Side.SOURCE


@final
class Absent(Enum):
    """The type of ``ABSENT``: there is nothing at this path. Not ``None``: absent is a known answer."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT


@dataclass(frozen=True, slots=True)
class Resolved(Generic[T_co]):
    """A decided value. It may hold ``ABSENT``: a decided absence."""

    value: T_co


@dataclass(frozen=True, slots=True)
class Merge(Generic[T_co]):
    """The three terms of a three-way merge."""

    base: T_co
    source: T_co
    target: T_co

    def side(self, side: Side) -> T_co:
        """The term of one side."""
        return self.source if side is Side.SOURCE else self.target

    def map(self, function: Callable[[T_co], U]) -> Merge[U]:
        """Apply ``function`` to each term."""
        return Merge(function(self.base), function(self.source), function(self.target))

    def swap(self) -> Merge[T_co]:
        """The same merge seen from the other side."""
        return Merge(self.base, self.target, self.source)

    def trivial(self) -> Resolved[T_co] | None:
        """The value that three-way logic forces, or ``None`` when undecided.

        Two equal sides agree; a side equal to the base yields to the other. Refuses everything else. Where one side holds
        the change of both, that is "same change", and it is accepted as git does.
        """
        if self.source == self.target or self.source == self.base:
            return Resolved(self.target)
        if self.target == self.base:
            return Resolved(self.source)
        return None
