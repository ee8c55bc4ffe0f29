"""The ledger: what became of every hunk of both sides. The counts add up, by law."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from syncline.core.hunk import Span
from syncline.core.merge import Side
from syncline.core.names import RepoPath


class Fate(StrEnum):
    """What became of a part of a hunk. The order is that of the report."""

    PRESENT = "present"
    ELSEWHERE = "elsewhere"
    EQUIVALENT = "equivalent"
    OVERRULED = "overruled"
    LOST = "lost"
    UNANALYSED = "unanalysed"


class Change(StrEnum):
    """Which half of a hunk a part belongs to."""

    ADDED = "added"
    REMOVED = "removed"


class Region(StrEnum):
    """What git had made of the place. ONE_SIDE: a conflict, and the other side's text stands alone there; BLEND: a conflict, text of both; CHOSEN:
    in such a blend, lines in whose place the other side's text stands, or a variant of them.
    """

    CLEAN = "clean"
    ONE_SIDE = "one side"
    BLEND = "blend"
    CHOSEN = "chosen"


@dataclass(frozen=True, slots=True)
class Part:
    """A run of lines of one hunk that share a fate.

    ``span`` counts lines of the side's file for ADDED and of the base file for REMOVED. ``path`` is the side's path (the base's for
    REMOVED). ``merged_path`` and ``merged_line`` say where the reader should look: where the lines stand, or where they should.
    ``why`` names the rule, record or place that explains the fate; ``asks`` marks an overruling that its owner must confirm.
    ``replaced`` are the base lines that an ADDED part stands for too: those which the same hunk removed and which share its fate. ``beside`` are
    the lines that the side had put in the place of a REMOVED part, where all of them stand in the merge as well; of a part with ``replaced``, those lines.
    """

    side: Side
    path: RepoPath
    change: Change
    span: Span
    lines: tuple[str, ...]
    fate: Fate
    merged_path: RepoPath
    merged_line: int
    why: str = ""
    region: Region = Region.CLEAN
    asks: bool = False
    replaced: Span | None = None
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unanalysed:
    """A path whose hunks could not be read as lines, and why. Counted, never skipped in silence."""

    path: RepoPath
    reason: str


@dataclass(frozen=True, slots=True)
class Accounting:
    """Counts of one side. ``hunks`` is the number of parts; the fates add up to it."""

    hunks: int = 0
    present: int = 0
    elsewhere: int = 0
    equivalent: int = 0
    overruled: int = 0
    lost: int = 0
    unanalysed: int = 0

    @property
    def adds_up(self) -> bool:
        """The law itself."""
        return self.hunks == self.present + self.elsewhere + self.equivalent + self.overruled + self.lost + self.unanalysed

    def plus(self, other: Accounting) -> Accounting:
        """The sum of two accounts."""
        return Accounting(
            self.hunks + other.hunks,
            self.present + other.present,
            self.elsewhere + other.elsewhere,
            self.equivalent + other.equivalent,
            self.overruled + other.overruled,
            self.lost + other.lost,
            self.unanalysed + other.unanalysed,
        )


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded overruling: at this path, lines of ``side`` were dropped by ``rule``.

    ``lines`` counts lines of the side's file, ``base`` lines of the base file; ``None`` speaks of the whole file. ``proven`` says that
    the rule proves nothing is lost, so that no owner is asked.
    """

    path: RepoPath
    side: Side
    rule: str
    lines: Span | None = None
    base: Span | None = None
    proven: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Ledger:
    """Everything the accounting found. ``parts`` holds every part that is not simply PRESENT."""

    source: Accounting
    target: Accounting
    parts: tuple[Part, ...]
    unanalysed: tuple[Unanalysed, ...]

    def side(self, side: Side) -> Accounting:
        """The account of one side."""
        return self.source if side is Side.SOURCE else self.target
