"""What the body speaks of, as values. Everything here was read from git or computed; nothing is an intention."""

from __future__ import annotations

from dataclasses import dataclass, field

from syncline.core.clearance import Blocked, Clearance, Verdict
from syncline.core.merge import Merge, Side
from syncline.core.names import BlobId, CommitId, RepoPath, TreeId
from syncline.core.plan import SyncPlan, Volumes
from syncline.core.provenance import Commit
from syncline.core.report import AuditReport
from syncline.core.resolution import Decision, Outcome
from syncline.core.stakes import Stakes
from syncline.core.tree import MergedTree
from syncline.publish.dco import Position
from syncline.publish.record import Carried


@dataclass(frozen=True, slots=True)
class Settled:
    """One path that git left in conflict: what became of it, and the last commit of each side that touched it."""

    path: RepoPath
    kind: str
    test: bool
    # The side whose very blob stands there; ``None`` where the text is neither side's alone.
    equals: Side | None
    blob: BlobId | None
    source: tuple[Commit, ...] = ()
    target: tuple[Commit, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """A protected, grouped or dependency file that a side changed, with the blobs that prove what stands there."""

    path: RepoPath
    what: str
    target: BlobId | None
    source: BlobId | None
    head: BlobId | None


@dataclass(frozen=True, slots=True)
class Decided:
    """One conflicted region, or one path without regions: how it ended, and the newest commit of each side behind its lines.

    ``line`` counts from 1 in the merged file; 0 where the decision speaks of the whole path.
    """

    path: RepoPath
    line: int
    outcome: Outcome
    rule: str
    reason: str
    test: bool
    source: Commit | None
    target: Commit | None


@dataclass(frozen=True, slots=True)
class Reconciled:
    """One dependency that a side changed: what base, source and target ask for, and what stands in the head (``None``: it is not there)."""

    path: RepoPath
    section: str
    name: str
    versions: Merge[str | None]
    head: str | None
    line: int


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """A file of ``side`` that the head lacks, or that came ``back``; ``reason`` is a sentence of ours about foreign names."""

    path: RepoPath
    side: Side
    back: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Remerge:
    """The remerge-diff: what the merge commit does beside git's own merge. ``text`` is empty where it is too long to show."""

    command: str
    digest: str
    size: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class RangeDiff:
    """People's commits before and after, and what prints it; empty where nothing was rewritten."""

    command: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """One publication, ready to be told. ``fix`` is our fix commit, ``people`` what stands above it."""

    plan: SyncPlan
    volumes: Volumes
    merged: MergedTree
    decisions: tuple[Decision, ...]
    settled: tuple[Settled, ...]
    report: AuditReport
    verdict: Verdict
    merge: CommitId
    fix: Commit | None
    fix_message: str
    people: tuple[Commit, ...]
    head: CommitId
    tree: TreeId
    carried: tuple[Carried, ...]
    range_diff: RangeDiff
    kept: tuple[Kept, ...]
    remerge: Remerge
    position: Position
    version: str
    # Whether it may be called ready, or why not.
    clearance: Clearance | Blocked
    # A configuration file that was named, as it was named; empty where the target's own is in force.
    config: str = ""
    agents: tuple[str, ...] = field(default=())
    # What the whole answers would have lost, for the paths that no rule settled.
    stakes: tuple[Stakes, ...] = ()
    regions: tuple[Decided, ...] = ()
    dependencies: tuple[Reconciled, ...] = ()
    files: tuple[Whereabouts, ...] = ()
