"""What a check sees: one frozen, read-only value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from syncline.account.departures import Departure
from syncline.account.inherited import Inherited
from syncline.account.ledger import Books
from syncline.account.linelog import LineLog
from syncline.account.seam.outside import Installed
from syncline.account.seam.trees import Seam, no_seam
from syncline.account.states import PathState
from syncline.audit.silence import silent_lines
from syncline.core.analysis import Analysis
from syncline.core.merge import ABSENT, Absent, Merge, Side
from syncline.core.names import BlobId, CommitId, RepoPath, TreeId
from syncline.core.policy import PolicyFacts
from syncline.core.text import decode, is_binary, split_lines
from syncline.core.tree import Version
from syncline.syntax.units import ReadUnits, units

# Larger files are not parsed or scanned for single lines; they are generated or data.
LARGE = 4_000_000


class References(Protocol):
    """How often words stand in each file of a tree: the merged one, or that of a side."""

    def __call__(self, words: frozenset[str], of: Side | None = None) -> Mapping[str, Mapping[RepoPath, int]]: ...


@dataclass(frozen=True, slots=True)
class CommitSize:
    """How much a commit brought: added lines in all, and its files."""

    added: int
    files: tuple[RepoPath, ...]


@dataclass(frozen=True, slots=True)
class Subject:
    """One merge under audit. ``read`` gives the content of a blob; ``protected`` tells whether a path must stay the target's.

    ``logs`` tell who wrote the lost lines (of each side; nothing of the base), ``sizes`` how much those commits brought in all,
    ``inherited`` what earlier merges had lost, ``departures`` what a side's own commits took away. ``references`` tells how often words
    stand in each file of the merged tree, or of a side's. ``policy`` is what the team's rules have to report. ``sorting``
    is what ``audit.sorting`` made of the losses, once for all checks. ``read_units`` and ``silent`` read texts, or remember them.
    """

    target: CommitId
    source: CommitId
    target_tree: TreeId
    source_tree: TreeId
    base_tree: TreeId
    merged_tree: TreeId
    states: tuple[PathState, ...]
    books: Books
    read: Callable[[BlobId], bytes]
    protected: Callable[[RepoPath], bool] = field(default=lambda path: False)
    changed_from_target: Mapping[RepoPath, tuple[object, object]] = field(default_factory=dict)
    logs: Merge[LineLog] = Merge(LineLog(), LineLog(), LineLog())
    sizes: Mapping[CommitId, CommitSize] = field(default_factory=dict)
    inherited: tuple[Inherited, ...] = ()
    departures: tuple[Departure, ...] = ()
    references: References = field(default=lambda words, of=None: {})
    sorting: object = None
    seam: Seam = field(default_factory=no_seam)
    analyses: tuple[Analysis, ...] = ()
    installed: Installed | None = None
    policy: PolicyFacts = PolicyFacts()
    read_units: ReadUnits = units
    silent: Callable[[str | None, str], frozenset[int]] = silent_lines

    def text(self, version: Version | Absent) -> str | None:
        """A version as text, or ``None`` where there is none or it is not text of a reasonable size."""
        if isinstance(version, Absent) or not version.entry.is_file:
            return None
        data = self.read(version.entry.oid)
        return None if is_binary(data) or len(data) > LARGE else decode(data)

    def lines(self, version: Version | Absent) -> tuple[str, ...]:
        """A version as lines; none where ``text`` gives none."""
        return split_lines(self.text(version) or "")

    def novel(self) -> tuple[PathState, ...]:
        """Paths whose merged content stands in neither parent: the only ones the merge itself can have broken."""
        return tuple(
            s for s in self.states if isinstance(s.merged, Version) and all(_oid(s.merged) != _oid(s.versions.side(side)) for side in Side)
        )


def _oid(version: Version | Absent) -> object:
    return version.entry.oid if isinstance(version, Version) else ABSENT
