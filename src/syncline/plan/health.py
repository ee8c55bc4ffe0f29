"""Find what may be wrong with a merge base, from what each commit of both first-parent histories changed. Pure; the proof is git's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from syncline.core.health import Rebasing
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
class Stamped:
    """A commit with the times at which it was written and at which it was put where it is."""

    commit: CommitId
    written: int
    put: int
    parents: int


# Fewer own commits than these are no habit; of them, this share was written before the base that they stand on.
_HABIT = 3
_OLDER = 0.6


def rebasing(own: Sequence[Stamped], base: int, forced: int) -> Rebasing | None:
    """Whether a branch is maintained by rebasing. ``own`` are its commits beyond the source, ``base`` is when the newest base was made, ``forced`` how
    often the branch was seen to be rewritten.

    A branch that takes the source in by merging keeps old commits where they were made: below its merges. One that is rebased has no merges,
    and commits that are older than what they stand on. One branch that somebody rebased once before its first sync looks the same as long as
    nothing was merged; the answer is therefore for people, and can be overruled.
    """
    if any(one.parents > 1 for one in own) or len(own) < _HABIT:
        return None
    older = sum(1 for one in own if one.written < base <= one.put)
    if older >= _OLDER * len(own) or (forced and older):
        return Rebasing(len(own), older, forced)
    return None


def rebasing_told(found: Rebasing, source: str, target: str) -> str:
    """What it means for the reader, in one sentence."""
    seen = f", and its branch was rewritten {found.forced} time{'s' if found.forced != 1 else ''}" if found.forced else ""
    return (
        f"{target} looks as if it were maintained by rebasing: {found.older} of its {found.commits} own commits are older than the commit of {source} that "
        f"they stand on{seen}. That is not supported: the next rebase would throw every sync away. Rebase it, or go over to merging and say so with "
        f"'merge-rebased = true'"
    )


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
