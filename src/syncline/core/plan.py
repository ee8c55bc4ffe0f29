"""What would come, from whom: the plan as a value."""

from __future__ import annotations

from dataclasses import dataclass

from syncline.core.names import CommitId
from syncline.core.provenance import Commit


@dataclass(frozen=True, slots=True)
class Revision:
    """A name the user gave and the commit it stood for when the plan was made."""

    name: str
    commit: CommitId


@dataclass(frozen=True, slots=True)
class Volume:
    """Changed lines of one kind of file."""

    label: str
    files: int
    added: int
    removed: int


@dataclass(frozen=True, slots=True)
class SyncPlan:
    """What a sync would bring. ``excluded`` names the classes of files left out of ``volumes`` with their own sizes."""

    source: Revision
    target: Revision
    bases: tuple[CommitId, ...]
    commits: tuple[Commit, ...]
    branch: str
    fast_forward: bool = False

    @property
    def authors(self) -> tuple[tuple[str, int], ...]:
        """Authors with their number of commits, most first, then by name."""
        counts: dict[str, int] = {}
        for commit in self.commits:
            counts[commit.author] = counts.get(commit.author, 0) + 1
        return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    @property
    def pulls(self) -> tuple[int, ...]:
        """Pull request numbers named in the subjects, in order of the commits, each once."""
        return tuple(dict.fromkeys(c.pull for c in self.commits if c.pull is not None))


@dataclass(frozen=True, slots=True)
class NothingToDo:
    """The source has nothing that the target lacks. ``gone``: by ancestry; its content was taken back, and ``reason`` says how to land it again."""

    source: Revision
    target: Revision
    reason: str
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Volumes:
    """Size of target→merged by language, and what was excluded from it, by class."""

    counted: tuple[Volume, ...]
    excluded: tuple[Volume, ...]

    @property
    def total(self) -> Volume:
        """The counted ones together."""
        return Volume("total", sum(v.files for v in self.counted), sum(v.added for v in self.counted), sum(v.removed for v in self.counted))
