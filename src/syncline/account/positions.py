"""Which of several commits put a line where it is: the same text comes and goes in many places of a file, its place does not.

A line's number is followed through the hunks of the commits between it and the one in question, as a blame does. Branches beside each other
shift a file independently, so the numbers are near the truth rather than true: the commit whose line stands nearest is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from syncline.core.names import RepoPath
from syncline.core.provenance import Commit

# Lines. Beyond it the numbers have drifted too far to tell anything.
_FAR = 30


class Change(NamedTuple):
    """One hunk without context: where it begins (from 0) and how many lines it has, in the file before and after."""

    old: int
    old_size: int
    new: int
    new_size: int


@dataclass(slots=True)
class Positions:
    """The hunks of every file, newest commit first, and where lines stood that were looked for; filled while a history is read."""

    _commits: dict[RepoPath, list[tuple[Commit, list[Change]]]] = field(default_factory=dict)
    _added: dict[tuple[RepoPath, str], list[tuple[int, int]]] = field(default_factory=dict)
    _removed: dict[tuple[RepoPath, str], list[tuple[int, int]]] = field(default_factory=dict)

    def note(self, path: RepoPath, commit: Commit, change: Change) -> None:
        """Take down the next hunk of a file."""
        known = self._commits.setdefault(path, [])
        if not known or known[-1][0] is not commit:
            known.append((commit, []))
        known[-1][1].append(change)

    def stand(self, path: RepoPath, text: str, line: int, *, new: bool) -> None:
        """A line of the hunk that was noted last: its number in the file after (``new``) or before."""
        (self._added if new else self._removed).setdefault((path, text), []).append((len(self._commits[path]) - 1, line))

    def added(self, path: RepoPath, text: str, at: int) -> Commit | None:
        """The commit that added the line which stands at ``at`` in the newest state of the file."""
        history = self._commits.get(path, [])
        return self._nearest(history, self._added.get((path, text), ()), _back(history, at))

    def removed(self, path: RepoPath, text: str, at: int) -> Commit | None:
        """The commit that removed the line which stood at ``at`` in the oldest state of the file."""
        history = self._commits.get(path, [])
        forth = _back([(commit, [Change(c.new, c.new_size, c.old, c.old_size) for c in changes]) for commit, changes in history[::-1]], at)
        return self._nearest(history, self._removed.get((path, text), ()), forth[::-1])

    @staticmethod
    def _nearest(history: list[tuple[Commit, list[Change]]], found: Iterable[tuple[int, int]], places: list[int]) -> Commit | None:
        """The newest of the commits whose line is nearest to where it should be; ``None`` where none is near."""
        best = min(found, key=lambda one: abs(places[one[0]] - one[1]), default=None)
        return history[best[0]][0] if best is not None and abs(places[best[0]] - best[1]) <= _FAR else None


def _back(history: Iterable[tuple[Commit, list[Change]]], at: int) -> list[int]:
    """Where a line of the newest state stands after each commit, commit by commit into the past."""
    places = []
    for _, changes in history:
        places.append(at)
        shift = 0
        for change in changes:
            if at < change.new:
                break
            if at < change.new + change.new_size:
                # Written here: older commits know its place at most.
                shift, at = 0, change.old
                break
            shift += change.old_size - change.new_size
        at += shift
    return places
