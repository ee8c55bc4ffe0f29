"""Findings: what a reader should know, decide or repair."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.provenance import Commit

Evidence: TypeAlias = "str | int | float | bool | None | tuple[Evidence, ...] | dict[str, Evidence]"


class Severity(StrEnum):
    """``blocker``: broken or lost, unexplained. ``confirm``: only an owner can judge. ``info``: worth reading."""

    BLOCKER = "blocker"
    CONFIRM = "confirm"
    INFO = "info"


class Scope(StrEnum):
    """What kind of file it speaks of."""

    PRODUCTION = "production"
    TEST = "test"
    OTHER = "other"


class Role(StrEnum):
    """What a commit has to do with a finding."""

    DEFINITION = "definition"
    USE = "use"
    LOST = "lost"
    REMOVED_BY = "removed-by"


@dataclass(frozen=True, slots=True)
class Place:
    """A spot to look at. ``line`` counts from 1 in the merged file; 0 where there is none. ``text`` is a short excerpt."""

    path: RepoPath
    line: int = 0
    symbol: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """A commit and its part in the finding."""

    role: Role
    commit: Commit


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to history that is answered after the checks: which commit of ``side`` last added ``text`` at ``path`` (or removed it).

    The answer becomes an ``Origin`` with this ``role``. ``text`` is one line of the file, as it stands there.
    """

    role: Role
    side: Side
    path: RepoPath
    text: str
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Accepted:
    """A recorded answer of a person: who, why, until when (ISO date, or empty for as long as the content is the same)."""

    by: str
    reason: str
    until: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found, grouped by cause.

    ``identity`` holds the words that stay the same across nights (no line numbers, no commit ids); the fingerprint is made of them.
    ``content`` holds every line that it speaks of beyond the text at its places, so that an answer lapses when one of them changes.
    ``asks`` are questions to history that the caller answers (they become ``origin``), so that a check stays pure.
    """

    check: str
    severity: Severity
    message: str
    side: Side | None = None
    scope: Scope = Scope.OTHER
    path: RepoPath | None = None
    line: int | None = None
    symbol: str | None = None
    places: tuple[Place, ...] = ()
    proposal: str | None = None
    evidence: dict[str, Evidence] = field(default_factory=dict)
    origin: tuple[Origin, ...] = ()
    owners: tuple[str, ...] = ()
    accepted: Accepted | None = None
    identity: tuple[str, ...] = ()
    content: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()
