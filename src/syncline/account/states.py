"""Every path that a side or the merge changed, with its versions brought together across renames."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from syncline.core.merge import ABSENT, Absent, Merge, Side
from syncline.core.names import RepoPath
from syncline.core.tree import Entry, Version


@dataclass(frozen=True, slots=True)
class Moved:
    """A change of one side at a path; ``old_path`` is where the base has it (the same path unless renamed)."""

    path: RepoPath
    old_path: RepoPath
    old: Entry | None
    new: Entry | None


@dataclass(frozen=True, slots=True)
class PathState:
    """One file across base, sides and merge.

    ``path`` is where the merge has it, or where it should be. ``as_git`` is true when the merge has there exactly what git's own clean
    merge has; then every hunk of both sides is in it by construction of the three-way merge. ``conflicted``: git left a conflict there.
    """

    path: RepoPath
    versions: Merge[Version | Absent]
    merged: Version | Absent
    as_git: bool
    conflicted: bool


@dataclass(frozen=True, slots=True)
class Trees:
    """The differences that the states are made of.

    ``sides`` are base→side with renames. ``merged`` is target→merged and ``git`` is target→git's own merge, both without renames, as
    path → (old entry, new entry). ``conflicted`` holds every path that git's merge names in a conflict. ``late_renames`` maps a side's
    path to where the merge itself moved that file.
    """

    sides: Merge[tuple[Moved, ...]]
    merged: Mapping[RepoPath, tuple[Entry | None, Entry | None]]
    git: Mapping[RepoPath, tuple[Entry | None, Entry | None]]
    conflicted: frozenset[RepoPath]
    late_renames: Mapping[RepoPath, RepoPath]

    def edited(self) -> frozenset[RepoPath]:
        """Paths where the merge differs from git's own."""
        return frozenset(p for p in self.merged.keys() | self.git.keys() if self._after(self.merged, p) != self._after(self.git, p))

    def in_git(self, path: RepoPath) -> Entry | None:
        """What git's own merge has at ``path``, for paths that differ from the target or that the merge touched."""
        return self._after(self.git, path)

    def _after(self, tree: Mapping[RepoPath, tuple[Entry | None, Entry | None]], path: RepoPath) -> Entry | None:
        if path in tree:
            return tree[path][1]
        other = self.merged if tree is self.git else self.git
        return other[path][0] if path in other else None


def path_states(trees: Trees) -> tuple[PathState, ...]:
    """Bring the versions of each file together, ordered by path.

    A file that a side renamed is one state, known by its new path. Where both sides renamed it differently, the two new paths are two
    states with the same base. A path that only the merge changed has equal versions on all terms; one that a side renamed away, and that the merge has
    beside the new path, is a state of its own.
    """
    edited = trees.edited()
    forward = {side: {m.old_path: m for m in trees.sides.side(side) if m.old is not None} for side in Side}
    landed = {side: {m.path: m for m in trees.sides.side(side)} for side in Side}
    brought = _brought_elsewhere(trees, landed)
    states: dict[tuple[RepoPath, str], PathState] = {}
    for side in Side:
        for moved in trees.sides.side(side):
            for path in _homes(moved, forward[side.other], brought[side]):
                # A file that one side adds and a file that the other renames to the same path are two files at one place.
                key = (path, moved.old_path if moved.old is not None else "")
                if key not in states:
                    states[key] = _state(path, moved, forward, landed, trees, edited)
    taken = {path for path, _ in states} | {v.path for s in states.values() for v in (s.merged,) if isinstance(v, Version)}
    for path in edited - taken:
        states[path, path] = _left_behind(path, forward, trees) or _untouched(path, trees)
    return tuple(states[key] for key in sorted(states))


def _brought_elsewhere(trees: Trees, landed: Mapping[Side, Mapping[RepoPath, Moved]]) -> Mapping[Side, Mapping[RepoPath, RepoPath]]:
    """Files that a side added and git put into another folder, because the other side renamed the folder: added path → path in git's merge."""
    free = {
        (entry.oid, path.rsplit("/", 1)[-1]): path
        for path, (_, entry) in trees.git.items()
        if entry is not None and all(path not in landed[side] for side in Side)
    }
    found: dict[Side, dict[RepoPath, RepoPath]] = {side: {} for side in Side}
    for side in Side:
        for path, moved in landed[side].items():
            if moved.old is None and moved.new is not None and trees.in_git(path) is None and (path in trees.git or side is Side.SOURCE):
                there = free.get((moved.new.oid, path.rsplit("/", 1)[-1]))
                if there is not None:
                    found[side][path] = there
    return found


def _homes(moved: Moved, other: Mapping[RepoPath, Moved], brought: Mapping[RepoPath, RepoPath]) -> Iterable[RepoPath]:
    """Where the merge should have the file: the new path of whoever renamed it, or its place in the other side's renamed folder."""
    if moved.path in brought:
        return (brought[moved.path],)
    across = other.get(moved.old_path) if moved.old is not None else None
    if across is not None and across.path != across.old_path:
        return (across.path,) if moved.path == moved.old_path else tuple(dict.fromkeys((moved.path, across.path)))
    return (moved.path,)


def _state(
    path: RepoPath,
    moved: Moved,
    forward: Mapping[Side, Mapping[RepoPath, Moved]],
    landed: Mapping[Side, Mapping[RepoPath, Moved]],
    trees: Trees,
    edited: frozenset[RepoPath],
) -> PathState:
    origin = moved.old_path if moved.old is not None else None
    base: Version | Absent = ABSENT
    if origin is not None:
        entry = next((m.old for side in Side if (m := forward[side].get(origin)) is not None and m.old is not None), None)
        base = Version(origin, entry) if entry is not None else ABSENT
    elif moved.path != path:
        # Brought into the other side's renamed folder: it keeps the path its own side knows it by.
        side = Side.SOURCE if landed[Side.SOURCE].get(moved.path) is moved else Side.TARGET
        here: Version | Absent = Version(moved.path, moved.new) if moved.new is not None else ABSENT
        versions = Merge(base, here, ABSENT) if side is Side.SOURCE else Merge(base, ABSENT, here)
        return _finish(path, versions, trees, edited)
    versions = Merge(
        base, _version(Side.SOURCE, path, origin, base, forward, landed), _version(Side.TARGET, path, origin, base, forward, landed)
    )
    return _finish(path, versions, trees, edited)


def _finish(path: RepoPath, versions: Merge[Version | Absent], trees: Trees, edited: frozenset[RepoPath]) -> PathState:
    known = {path, *(v.path for v in (versions.base, versions.source, versions.target) if isinstance(v, Version))}
    conflicted = not trees.conflicted.isdisjoint(known)
    return PathState(path, versions, _merged(path, versions, trees), path not in edited and not conflicted, conflicted)


def _version(
    side: Side,
    path: RepoPath,
    origin: RepoPath | None,
    base: Version | Absent,
    forward: Mapping[Side, Mapping[RepoPath, Moved]],
    landed: Mapping[Side, Mapping[RepoPath, Moved]],
) -> Version | Absent:
    if origin is not None:
        moved = forward[side].get(origin)
    else:
        # Both sides may have added the file; what a side renamed to this path is another file.
        added = landed[side].get(path)
        moved = added if added is not None and added.old is None else None
    if moved is None:
        return base
    return Version(moved.path, moved.new) if moved.new is not None else ABSENT


def _merged(path: RepoPath, versions: Merge[Version | Absent], trees: Trees) -> Version | Absent:
    """Where the merge has the file: at ``path``, where the merge moved it, or where a version of it stood (a rename that was dropped)."""
    candidates = [path]
    for version in (versions.source, versions.target, versions.base):
        if isinstance(version, Version):
            candidates.append(version.path)
            if version.path in trees.late_renames:
                candidates.append(trees.late_renames[version.path])
    for candidate in dict.fromkeys(candidates):
        entry = _in_merge(candidate, versions.target, trees)
        if entry is not None:
            return Version(candidate, entry)
    return ABSENT


def _in_merge(path: RepoPath, target: Version | Absent, trees: Trees) -> Entry | None:
    if path in trees.merged:
        return trees.merged[path][1]
    # Unchanged between target and merge: what the target has at this very path, if it has anything.
    return target.entry if isinstance(target, Version) and target.path == path else None


def _left_behind(path: RepoPath, forward: Mapping[Side, Mapping[RepoPath, Moved]], trees: Trees) -> PathState | None:
    """The old place of a file that a side renamed and the merge has there too: what stood there last, which that side took away.

    What the other side did to the file is told at its new place, so nothing of it counts here.
    """
    gone = [side for side in Side if (moved := forward[side].get(path)) is not None and moved.new is not None and moved.path != path]
    after = trees.merged[path][1] if path in trees.merged else None
    if not gone or after is None or trees.in_git(path) is not None:
        return None
    kept = next((moved for side in Side if side not in gone and (moved := forward[side].get(path)) is not None), None)
    entry = kept.new if kept is not None else forward[gone[0]][path].old
    if entry is None:
        return None
    before = Version(path, entry)
    versions = Merge(before, *(ABSENT if side in gone else before for side in (Side.SOURCE, Side.TARGET)))
    return PathState(path, versions, Version(path, after), False, path in trees.conflicted)


def _untouched(path: RepoPath, trees: Trees) -> PathState:
    old, new = trees.in_git(path), trees.merged[path][1] if path in trees.merged else trees.git[path][0]
    before: Version | Absent = Version(path, old) if old is not None else ABSENT
    after: Version | Absent = Version(path, new) if new is not None else ABSENT
    return PathState(path, Merge(before, before, before), after, False, path in trees.conflicted)
