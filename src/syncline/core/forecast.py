"""What comes and what it will cost, before anything is merged: the plan's larger half as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from syncline.core.effect import Effect
from syncline.core.health import BaseHealth
from syncline.core.hunk import Span
from syncline.core.names import CommitId, RepoPath
from syncline.core.plan import SyncPlan, Volumes
from syncline.core.provenance import Commit
from syncline.core.tree import ConflictKind
from syncline.core.unit import UnitKind


class Work(StrEnum):
    """What kind of work a commit says it is."""

    FEATURE = "feature"
    FIX = "fix"
    SPEED = "speed"
    CLEANUP = "cleanup"
    TEST = "test"
    DOC = "doc"
    CI = "ci"
    DEPENDENCIES = "dependencies"
    REVERT = "revert"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Said:
    """A commit, the kind of work its subject says, labels and scope found in the subject, and the subject without all that."""

    commit: Commit
    work: Work
    labels: tuple[str, ...]
    title: str
    breaking: bool = False


@dataclass(frozen=True, slots=True)
class Area:
    """Commits that work at one place. ``name`` is a folder, or a class of files. Lines are those of the commits, generated files left out."""

    name: str
    commits: tuple[Said, ...]
    files: int
    added: int
    removed: int

    def count(self, work: Work) -> int:
        """How many commits say that they are of one kind."""
        return sum(1 for said in self.commits if said.work is work)


@dataclass(frozen=True, slots=True)
class Digest:
    """What comes, by area, largest first. ``undone``: pairs of commits of which the second takes the first back; both are in the areas too.

    ``merges`` counts merge commits, which are in no area.
    """

    areas: tuple[Area, ...]
    undone: tuple[tuple[Commit, Commit], ...] = ()
    merges: int = 0

    @property
    def works(self) -> tuple[tuple[Work, int], ...]:
        """Kinds of work with their numbers of commits, in the order of ``Work``."""
        return tuple((work, n) for work in Work if (n := sum(area.count(work) for area in self.areas)))


class Likeness(StrEnum):
    """How a twin was recognised, the surest first."""

    PATCH = "same patch"
    PICKED = "picked from"
    UNITS = "same units"


@dataclass(frozen=True, slots=True)
class Twin:
    """Work of the source that the target has already, under another commit (unknown for units whose commit was not looked for)."""

    source: Commit
    target: Commit | None
    likeness: Likeness
    units: tuple[str, ...] = ()


class PortedBy(StrEnum):
    """How a pull request was recognised as a port of a commit, the surest first."""

    PATCH = "same patch"
    COMMIT = "names the commit"
    NUMBER = "names its pull request"


@dataclass(frozen=True, slots=True)
class Underway:
    """An open pull request onto the target that ports a commit of the source: work that somebody is doing by hand."""

    commit: Commit
    pull: int
    title: str
    url: str
    how: PortedBy


class NameFate(StrEnum):
    """What the source did to a public name."""

    REMOVED = "removed"
    RENAMED = "renamed"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class NameUse:
    """A place in git's merge that still says the name."""

    path: RepoPath
    line: int


@dataclass(frozen=True, slots=True)
class NameChange:
    """A public name, option or enum member that the source removes, renames or moves. ``now`` is the new name, or the new path.

    ``uses`` are places that still say a name which nothing of the source says any more: there the target's own code leans on it.
    """

    path: RepoPath
    kind: UnitKind | None
    name: str
    fate: NameFate
    now: str = ""
    uses: tuple[NameUse, ...] = ()

    @property
    def is_option(self) -> bool:
        """True for an option of a command line."""
        return self.kind is None


@dataclass(frozen=True, slots=True)
class Collision:
    """The two commits whose merge first leaves a conflict here, found by merging, not by looking at who touched the file.

    ``hunks`` are the base lines (from 0) of the conflicted regions that this pair explains. ``carried``: the target's side stood there
    at its last sync already and was kept then; its commit is the one that brought it. ``stale``: that commit is a sync, and what it brought
    is an older text of the source itself; nobody of the target wrote it.
    """

    source: Commit
    target: Commit
    hunks: tuple[Span, ...] = ()
    carried: bool = False
    stale: bool = False


@dataclass(frozen=True, slots=True)
class ConflictForecast:
    """One conflicted path. ``settled`` counts regions by the rule that would settle them; ``open`` those that no rule answers.

    ``regions`` is 1 for a conflict that is not one of lines. ``why_not`` says why no collision was found, where none was. Where the rules
    were not ``asked``, all regions count as open.
    """

    path: RepoPath
    kind: ConflictKind
    regions: int
    settled: tuple[tuple[str, int], ...]
    open: int
    owners: tuple[str, ...] = ()
    collisions: tuple[Collision, ...] = ()
    why_not: str = ""
    policy: str = ""
    asked: bool = True


@dataclass(frozen=True, slots=True)
class Portion:
    """A slice of the source's first-parent history, to be merged on its own. ``last`` is the commit to merge; ``commits`` counts its own.

    ``paths`` are forecast to conflict, with ``regions`` conflicted regions in all. ``hard`` tells that it was cut out because of a collision.
    """

    last: Commit
    commits: int
    hard: bool
    paths: tuple[RepoPath, ...] = ()
    regions: int = 0


@dataclass(frozen=True, slots=True)
class Portions:
    """The whole source in portions, oldest first, and what it would cost at once."""

    slices: tuple[Portion, ...]
    at_once_paths: int
    at_once_regions: int

    @property
    def paths(self) -> int:
        """Conflicted paths over all portions; a path that conflicts in two portions counts twice."""
        return sum(len(portion.paths) for portion in self.slices)

    @property
    def regions(self) -> int:
        """Conflicted regions over all portions."""
        return sum(portion.regions for portion in self.slices)


@dataclass(frozen=True, slots=True)
class Forecast:
    """The whole answer of ``plan``. ``notes`` are sentences for the reader. ``tip`` is the source's tip even where a slice ends earlier.

    ``underway`` are open pull requests that port commits of the source; ``unasked`` says why nobody was asked for them. ``synced``
    is the commit that brought the base to the target, where not all of the target builds on it.
    """

    plan: SyncPlan
    tip: CommitId
    volumes: Volumes
    digest: Digest
    twins: tuple[Twin, ...]
    names: tuple[NameChange, ...]
    conflicts: tuple[ConflictForecast, ...]
    notes: tuple[str, ...] = ()
    portions: Portions | None = None
    health: BaseHealth = BaseHealth()
    repair: Effect | None = None
    underway: tuple[Underway, ...] = ()
    unasked: str = ""
    synced: CommitId | None = None

    @property
    def regions(self) -> int:
        """All conflicted regions."""
        return sum(c.regions for c in self.conflicts)

    @property
    def kinds(self) -> tuple[tuple[ConflictKind, int, int], ...]:
        """Conflicts by kind: paths and regions, most first."""
        found = {kind: [c for c in self.conflicts if c.kind is kind] for kind in ConflictKind}
        rows = [(kind, len(c), sum(one.regions for one in c)) for kind, c in found.items() if c]
        return tuple(sorted(rows, key=lambda row: -row[1]))

    @property
    def rules(self) -> tuple[tuple[str, int], ...]:
        """Rules with the number of regions that each would settle, most first."""
        counts: dict[str, int] = {}
        for conflict in self.conflicts:
            for rule, number in conflict.settled:
                counts[rule] = counts.get(rule, 0) + number
        return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
