"""What waits, and what the target carries."""

from __future__ import annotations

from dataclasses import dataclass

from syncline.core.forecast import Area
from syncline.core.provenance import Commit


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waited at the end of one day (seconds since the epoch): commits, and conflicted paths where that was asked for."""

    day: int
    commits: int
    conflicts: int | None = None


@dataclass(frozen=True, slots=True)
class Backlog:
    """What waits. ``last`` is the commit that brought the merge base to the target, where there is one; days are whole days before now.

    ``weeks`` counts waiting commits by age: the first number those of the last seven days, and so on. ``nights`` are past days, oldest first, and
    now. ``alarms`` say which threshold is passed.
    """

    last: Commit | None
    days: int
    commits: int
    conflicts: int
    weeks: tuple[int, ...]
    alarms: tuple[str, ...] = ()
    nights: tuple[Waiting, ...] = ()


@dataclass(frozen=True, slots=True)
class Load:
    """One area of the target's own work: how old, whose, and in how many conflicts of the forecast it has a part.

    ``past`` counts the conflicted paths of earlier syncs in which its commits had a part. ``owners`` own most of its files, by CODEOWNERS.
    """

    area: Area
    oldest: int
    newest: int
    authors: tuple[tuple[str, int], ...]
    conflicts: int
    past: int = 0
    owners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Burden:
    """What the target has and the source has not.

    ``upstreamed`` are pairs (of the target, of the source) that make the same change: those can go. ``syncs`` is the number of earlier syncs
    that were looked at, with ``past`` conflicted paths in all.
    """

    loads: tuple[Load, ...]
    commits: int
    upstreamed: tuple[tuple[Commit, Commit], ...]
    syncs: int = 0
    past: int = 0
