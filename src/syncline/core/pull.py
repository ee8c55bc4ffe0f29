"""Pull requests as every forge can tell of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from syncline.core.names import CommitId


class PullState(StrEnum):
    """Where a pull request stands. MERGED covers every way to land, a squash too."""

    OPEN = "open"
    CLOSED = "closed"
    MERGED = "merged"


class MergeMethod(StrEnum):
    """How a forge puts a branch into its target. Only MERGE keeps the merge base."""

    MERGE = "merge"
    SQUASH = "squash"
    REBASE = "rebase"


@dataclass(frozen=True, slots=True)
class Pull:
    """One pull request. ``closed_by`` and ``closed_on`` (ISO date) are empty while it is open, or where the forge does not say."""

    number: int
    url: str
    state: PullState
    branch: str
    head: CommitId
    target: str
    title: str
    body: str
    draft: bool
    labels: tuple[str, ...] = ()
    reviewers: tuple[str, ...] = ()
    closed_by: str = ""
    closed_on: str = ""
    # What the forge will do by itself once it may (auto-merge, a merge queue), where somebody has set it.
    planned_method: MergeMethod | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment under a pull request."""

    id: str
    author: str
    body: str


class CheckState(StrEnum):
    """What one check of a commit says."""

    PENDING = "pending"
    PASSED = "passed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class CheckRun:
    """One check on one commit; ``required`` when the target branch asks for it."""

    name: str
    state: CheckState
    required: bool = False
    url: str = ""


@dataclass(frozen=True, slots=True)
class LandingRules:
    """How the forge lets a branch land: the methods it allows, and the checks the target requires by name."""

    methods: tuple[MergeMethod, ...]
    required: tuple[str, ...] = ()
