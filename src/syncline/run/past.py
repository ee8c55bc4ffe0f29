"""What a file was like on its way from the merge base to a side: asked of git once a merge, read when a rule wants to know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from syncline.core.merge import Absent, Merge, Side
from syncline.core.names import BlobId, CommitId, RepoPath
from syncline.core.text import decode, is_binary
from syncline.core.tree import Conflict, Version
from syncline.ports.git.history import descendants, path_states
from syncline.ports.git.workshop import Workshop
from syncline.resolve.view import History, State

# The newest states of a file on one side that are looked at; a hundred commits to one file tell no more than the last dozens.
_STATES = 40


def histories(
    workshop: Workshop, tips: Merge[CommitId], bases: Sequence[CommitId], conflicts: Sequence[Conflict]
) -> Callable[[Conflict], History]:
    """The history of each conflicted file on both sides. ``tips.base`` is not looked at; nothing newer than the tips is."""

    @cache
    def states(side: Side) -> dict[RepoPath, list[tuple[CommitId, BlobId]]]:
        paths = [v.path for c in conflicts if isinstance(v := c.versions.side(side), Version)]
        return path_states(workshop, tips.side(side), bases, paths) if paths else {}

    @cache
    def later(side: Side) -> frozenset[CommitId]:
        return descendants(workshop, tips.side(side), bases)

    def of(conflict: Conflict) -> History:
        def history(side: Side) -> Sequence[State]:
            version = conflict.versions.side(side)
            if isinstance(version, Absent):
                return ()
            found = [(commit, oid) for commit, oid in states(side).get(version.path, ()) if oid != version.entry.oid][:_STATES]
            contents = workshop.read_all(oid for _, oid in found)
            return [State(commit, decode(contents[oid]), commit in later(side)) for commit, oid in found if not is_binary(contents[oid])]

        return history

    return of
