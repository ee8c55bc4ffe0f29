"""Find what may be wrong with a merge base, from what each commit of both first-parent histories changed. Pure; the proof is git's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from syncline.core.names import CommitId, RepoPath
from syncline.core.tree import Entry

# A commit is looked at when this share of its files is as some commit of the source has them.
_SHARED = 0.5
# A commit takes another back when it puts this share of the other's files back.
_BACK = 0.9


class ChangeLike(Protocol):
    """One path before and after a commit."""

    @property
    def path(self) -> RepoPath: ...
    @property
    def old(self) -> Entry | None: ...
    @property
    def new(self) -> Entry | None: ...


class TouchedLike(Protocol):
    """One commit and its changes against its first parent."""

    @property
    def commit(self) -> CommitId: ...
    @property
    def changes(self) -> Sequence[ChangeLike]: ...


@dataclass(frozen=True, slots=True)
class Landing:
    """A commit of the target, and the position in the source's history (oldest first) up to which it may hold everything."""

    commit: CommitId
    position: int


def landings(source: Sequence[TouchedLike], target: Sequence[TouchedLike]) -> tuple[Landing, ...]:
    """Commits of the target that look as if they had brought the source up to some commit, the furthest first. Histories stand oldest first."""
    when: dict[tuple[RepoPath, Entry | None], int] = {}
    for at, touched in enumerate(source):
        for change in touched.changes:
            when[change.path, change.new] = at
    found = []
    for touched in target:
        positions = [when[change.path, change.new] for change in touched.changes if (change.path, change.new) in when]
        if positions and len(positions) >= _SHARED * len(touched.changes):
            found.append(Landing(touched.commit, max(positions)))
    return tuple(sorted(found, key=lambda landing: -landing.position))


def surely_absent(
    base: Mapping[RepoPath, Entry], source: Mapping[RepoPath, Entry], landed: Mapping[RepoPath, Entry]
) -> tuple[RepoPath, ...]:
    """Paths that the source changed and that still are as in the base: what happened there has not landed."""
    return tuple(
        path for path in sorted(base.keys() | source.keys()) if base.get(path) != source.get(path) and landed.get(path) == base.get(path)
    )


@dataclass(frozen=True, slots=True)
class Undoing:
    """A commit and a later one that takes it back, by their positions in the history (oldest first)."""

    landed: int
    revert: int


def undoings(target: Sequence[TouchedLike]) -> tuple[Undoing, ...]:
    """Commits that a later one takes back, and that nothing brings again afterwards. The history stands oldest first."""
    found: list[Undoing] = []
    undone_by: dict[int, int] = {}
    forward: dict[tuple[RepoPath, Entry | None, Entry | None], list[int]] = {}
    for at, touched in enumerate(target):
        hits: dict[int, int] = {}
        for change in touched.changes:
            for earlier in forward.get((change.path, change.new, change.old), ()):
                hits[earlier] = hits.get(earlier, 0) + 1
        best = max((e for e in hits if hits[e] >= _BACK * len(target[e].changes)), default=None, key=lambda e: (hits[e], e))
        if best is not None:
            if best in undone_by.values():
                # A revert of a revert: what it had taken back stands again.
                undone_by = {landed: revert for landed, revert in undone_by.items() if revert != best}
            else:
                undone_by[best] = at
        for change in touched.changes:
            forward.setdefault((change.path, change.old, change.new), []).append(at)
    found.extend(Undoing(landed, revert) for landed, revert in sorted(undone_by.items()))
    return tuple(found)
