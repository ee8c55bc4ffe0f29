"""What replaying historic merges showed, as values."""

from __future__ import annotations

from dataclasses import dataclass

from syncline.core.names import CommitId, RepoPath
from syncline.core.resolution import Decision


@dataclass(frozen=True, slots=True)
class Replayed:
    """One conflicted path of one historic merge, and what the rules made of it.

    ``agrees`` compares with what was committed, by words: ``None`` where either is missing. ``broken`` says what a resolved file fails at
    though its inputs do not; ``lost`` counts parts of hunks that SAFE answers alone left unexplained. Both are our own faults. ``seconds`` are those of
    the processor: what else runs on the machine does not count.
    """

    merge: CommitId
    path: RepoPath
    kind: str
    language: str | None
    resolved: bool
    agrees: bool | None
    decisions: tuple[Decision, ...]
    seconds: float
    broken: str = ""
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Skipped:
    """A merge that could not be replayed, and why."""

    merge: str
    reason: str
