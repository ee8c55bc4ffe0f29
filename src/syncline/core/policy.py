"""Policy: what a team decided once about paths, as data. The configuration reads it; rooms receive the piece that they need.

``doc`` in a field's metadata is its public description: the schema, ``syncline config`` and ``init`` print it. Path patterns are in
``.gitignore`` syntax. Where rules overlap the later one wins, and that is said.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.provenance import Commit


class Strategy(StrEnum):
    """What to do with a path of a class that both sides changed. ``merge``: like any other path."""

    MERGE = "merge"
    TARGET = "target"
    SOURCE = "source"
    REGENERATE = "regenerate"


class Ahead(StrEnum):
    """Whose version stands where both sides changed one. ``newer``: the higher one, whoever has it."""

    NEWER = "newer"
    TARGET = "target"
    SOURCE = "source"

    def swapped(self) -> Ahead:
        """The same with the sides exchanged."""
        return {Ahead.TARGET: Ahead.SOURCE, Ahead.SOURCE: Ahead.TARGET}.get(self, self)


@dataclass(frozen=True, slots=True)
class Versions:
    """Which way versions go."""

    project: Ahead = field(
        default=Ahead.NEWER,
        metadata={"doc": "whose number stands where both sides changed the project's own version: newer, target or source"},
    )
    required: Ahead = field(
        default=Ahead.NEWER,
        metadata={
            "doc": "whose requirement stands where both sides changed what version of a package is required: newer, target or source"
        },
    )

    def swapped(self) -> Versions:
        """The same with the sides exchanged."""
        return Versions(self.project.swapped(), self.required.swapped())


@dataclass(frozen=True, slots=True)
class PathClass:
    """A class of paths and its strategy."""

    paths: tuple[str, ...] = field(default=(), metadata={"doc": "patterns of the paths, added to the ones known by name", "kind": "paths"})
    strategy: Strategy = field(
        default=Strategy.MERGE, metadata={"doc": "what to do where both sides changed such a path: merge, target, source or regenerate"}
    )


@dataclass(frozen=True, slots=True)
class Classes:
    """The classes of paths that syncline tells apart."""

    source: PathClass = field(default=PathClass(), metadata={"doc": "code that runs in production"})
    test: PathClass = field(default=PathClass(), metadata={"doc": "tests"})
    doc: PathClass = field(default=PathClass(), metadata={"doc": "documentation"})
    golden: PathClass = field(default=PathClass(), metadata={"doc": "recorded results that tests compare with"})
    generated: PathClass = field(default=PathClass(), metadata={"doc": "files that a tool writes"})
    vendored: PathClass = field(default=PathClass(), metadata={"doc": "code copied from elsewhere"})
    workflow: PathClass = field(default=PathClass(), metadata={"doc": "definitions of continuous integration"})


@dataclass(frozen=True, slots=True)
class Group:
    """Files that only make sense together: all of them come from one side."""

    name: str = field(metadata={"doc": "the name in reports"})
    paths: tuple[str, ...] = field(metadata={"doc": "the members, each an exact path", "kind": "exact"})
    side: Side = field(default=Side.TARGET, metadata={"doc": "the side that all members are kept from"})


@dataclass(frozen=True, slots=True)
class Override:
    """Paths that are taken from one side whole, for a reason, until a day, as long as something holds."""

    paths: tuple[str, ...] = field(metadata={"doc": "patterns of the paths", "kind": "paths"})
    side: Side = field(metadata={"doc": "the side whose version stands"})
    reason: str = field(metadata={"doc": "why, for the reader of the report"})
    until: str = field(
        default="", metadata={"doc": "last day in force, as YYYY-MM-DD; after it the rule is a finding, not applied", "kind": "date"}
    )
    check: str | tuple[str, ...] = field(
        default="",
        metadata={
            "doc": "what must still hold: a regular expression found in one of the target's files at the paths, or a command (a list) "
            "that succeeds in a clean tree of the target",
            "kind": "check",
        },
    )


@dataclass(frozen=True, slots=True)
class Regenerate:
    """Files that a command writes from the merged tree: never merged by hand."""

    paths: tuple[str, ...] = field(metadata={"doc": "patterns of the files that the command writes", "kind": "paths"})
    command: tuple[str, ...] = field(metadata={"doc": "the command as a list of words; it runs in a clean tree of the merged result"})
    timeout: int = field(
        default=600, metadata={"doc": "seconds after which the command is stopped and counts as failed", "kind": "positive"}
    )


@dataclass(frozen=True, slots=True)
class Pair:
    """One source and one target of this repository."""

    source: str = field(metadata={"doc": "the revision that flows in"})
    target: str = field(metadata={"doc": "the revision that receives"})
    name: str = field(default="", metadata={"doc": "the name for --pair; by default source-to-target"})


@dataclass(frozen=True, slots=True)
class Tests:
    """What happens to tests."""

    union: bool = field(
        default=True,
        metadata={
            "doc": "keep the tests of both sides: where the sides conflict over a test, or only an earlier merge deleted it, it comes back unless the "
            "code that it tests is gone"
        },
    )


@dataclass(frozen=True, slots=True)
class Files:
    """What happens to files that one side lacks."""

    settle: bool = field(
        default=True,
        metadata={
            "doc": "restore files that the merge needs and only an earlier merge deleted, leave dead ones out, and let those stay deleted that a "
            "commit deleted on purpose"
        },
    )


@dataclass(frozen=True, slots=True)
class Alarm:
    """When a backlog is an alarm. 0 turns one off."""

    days: int = field(default=14, metadata={"doc": "days since the last landed sync", "kind": "count"})
    commits: int = field(default=300, metadata={"doc": "commits waiting", "kind": "count"})
    conflicts: int = field(default=150, metadata={"doc": "conflicted paths waiting", "kind": "count"})
    growth: int = field(default=0, metadata={"doc": "commits by which the backlog grew in the last seven days", "kind": "count"})


@dataclass(frozen=True, slots=True)
class Policy:
    """What the team decided about paths, together."""

    protected: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    overrides: tuple[Override, ...] = ()
    regenerate: tuple[Regenerate, ...] = ()
    classes: Classes = Classes()
    tests: Tests = Tests()
    files: Files = Files()


class LapseKind(StrEnum):
    """Why a rule is not in force."""

    EXPIRED = "expired"
    UNTRUE = "its check no longer holds"
    MATCHES_NOTHING = "it matches nothing"
    NOW_A_FOLDER = "its path is a folder now"
    BLOCKED_BY_FOLDER = "the other side has a folder at its path"
    MEMBER_MISSING = "a member is missing"


@dataclass(frozen=True, slots=True)
class Lapse:
    """A rule that is not in force, or not as meant, with what it would have spoken of. ``detail`` completes the kind."""

    rule: str
    kind: LapseKind
    paths: tuple[str, ...]
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Overlap:
    """A path that several rules speak of, in their order; the last one won."""

    path: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Regenerated:
    """What became of one command. ``failure`` is empty where all went well."""

    command: tuple[str, ...]
    paths: tuple[str, ...]
    failure: str = ""


class Standing(StrEnum):
    """What policy made of a file that one side lacks."""

    RESTORED = "restored"
    TEST_KEPT = "kept as a test"
    STAYS_DELETED = "left deleted"
    LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True)
class LackedFile:
    """A file that one side lacks, and how it stands in the merge.

    ``by`` load it there, ``purpose`` is the commit of that side that deleted it, ``equivalent`` where its definitions live now.
    """

    path: RepoPath
    lacks: Side
    standing: Standing
    by: tuple[RepoPath, ...] = ()
    purpose: Commit | None = None
    equivalent: RepoPath | None = None

    @property
    def back(self) -> bool:
        """True where the file is in the merge."""
        return self.standing in (Standing.RESTORED, Standing.TEST_KEPT)


@dataclass(frozen=True, slots=True)
class PolicyFacts:
    """What policy has to report about one merge."""

    policy: Policy = Policy()
    lapses: tuple[Lapse, ...] = ()
    overlaps: tuple[Overlap, ...] = ()
    regenerated: tuple[Regenerated, ...] = ()
    files: tuple[LackedFile, ...] = ()
