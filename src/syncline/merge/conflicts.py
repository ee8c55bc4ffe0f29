"""git's stages and messages become conflicts, each of one kind of a closed list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from syncline.core.merge import ABSENT, Absent, Merge, Side
from syncline.core.names import RepoPath, TreeId
from syncline.core.tree import MODE_SUBMODULE, Conflict, ConflictKind, Entry, MergedTree, Version


class StageLike(Protocol):
    """An unmerged entry: stage 1 base, 2 target, 3 source."""

    @property
    def path(self) -> RepoPath: ...
    @property
    def number(self) -> int: ...
    @property
    def entry(self) -> Entry: ...


class MessageLike(Protocol):
    """git's note on some paths, by its stable short name."""

    @property
    def paths(self) -> tuple[RepoPath, ...]: ...
    @property
    def kind(self) -> str: ...


# Stable short names of merge-ort (they are its interface for machines), most telling first: a path named by several takes the first.
_KINDS: tuple[tuple[str, ConflictKind], ...] = (
    ("CONFLICT (file/directory)", ConflictKind.DIRECTORY_FILE),
    ("CONFLICT (distinct modes)", ConflictKind.DISTINCT_TYPES),
    ("CONFLICT (rename/rename)", ConflictKind.RENAME_RENAME),
    ("CONFLICT (rename/delete)", ConflictKind.RENAME_DELETE),
    ("CONFLICT (rename involved in collision)", ConflictKind.RENAME_ADD),
    ("CONFLICT (directory rename suggested)", ConflictKind.FILE_LOCATION),
    ("CONFLICT (file in way of directory rename)", ConflictKind.FILE_LOCATION),
    ("CONFLICT (directory rename collision)", ConflictKind.FILE_LOCATION),
    ("CONFLICT (directory rename unclear split)", ConflictKind.FILE_LOCATION),
    # As git up to 2.39 spells it.
    ("CONFLICT(directory rename unclear split)", ConflictKind.FILE_LOCATION),
    ("CONFLICT (modify/delete)", ConflictKind.MODIFY_DELETE),
    ("CONFLICT (submodule)", ConflictKind.SUBMODULE),
    ("CONFLICT (submodule with possible resolution)", ConflictKind.SUBMODULE),
    ("CONFLICT (submodule not initialized)", ConflictKind.SUBMODULE),
    ("CONFLICT (submodule history not available)", ConflictKind.SUBMODULE),
    ("CONFLICT (submodule may have rewinds)", ConflictKind.SUBMODULE),
    ("CONFLICT (submodule lacks merge base)", ConflictKind.SUBMODULE),
    ("CONFLICT (submodule null merge base)", ConflictKind.SUBMODULE),
    ("CONFLICT (binary)", ConflictKind.BINARY),
    ("CONFLICT (contents)", ConflictKind.CONTENT),
)


# Kinds that speak of several paths at once, each with some of the stages. Any other kind stands for one path.
_TOGETHER = frozenset({ConflictKind.RENAME_RENAME, ConflictKind.DISTINCT_TYPES})
# Kinds for which git puts a version aside, under a name of its own making.
_ASIDE = frozenset({ConflictKind.DIRECTORY_FILE, ConflictKind.DISTINCT_TYPES})


def merged_tree(tree: TreeId, stages: Sequence[StageLike], messages: Iterable[MessageLike]) -> MergedTree:
    """Group the stages by conflict. Every stage belongs to exactly one conflict.

    A conflict that git names without leaving a stage (it could not tell where a folder went) is one without versions.
    """
    by_path: dict[RepoPath, dict[int, Entry]] = {}
    for stage in stages:
        by_path.setdefault(stage.path, {})[stage.number] = stage.entry
    told = [message for message in messages if message.kind.startswith("CONFLICT")]
    named = _named(told)
    conflicts: list[Conflict] = []
    done: set[RepoPath] = set()
    for path in sorted(by_path):
        if path in done:
            continue
        kind, together = named.get(path, (None, (path,)))
        group = [p for p in dict.fromkeys((path, *together)) if p in by_path and p not in done] if kind in _TOGETHER else [path]
        conflicts.append(_conflict(kind, group, by_path, together))
        done.update(group)
    nothing: Merge[Version | Absent] = Merge(ABSENT, ABSENT, ABSENT)
    for message in told:
        if message.paths and by_path.keys().isdisjoint(message.paths):
            kind = next((kind for name, kind in _KINDS if name == message.kind), ConflictKind.FILE_LOCATION)
            conflicts.append(Conflict(message.paths[0], kind, nothing, also=message.paths[1:]))
    return MergedTree(tree, tuple(conflicts))


def own_versions(merged: MergedTree, own: Callable[[Side, RepoPath], Entry | None]) -> MergedTree:
    """Put the sides' own files in the place of git's half-merged ones, which hold markers.

    Where a renamed file collides with another, git first merges the file and then leaves the outcome as a stage. ``own`` tells what a
    side has at a path.
    """

    def mine(side: Side, version: Version | Absent) -> Version | Absent:
        entry = own(side, version.path) if isinstance(version, Version) else None
        return replace(version, entry=entry) if isinstance(version, Version) and entry is not None else version

    def settled(conflict: Conflict) -> Conflict:
        if conflict.kind not in (ConflictKind.RENAME_RENAME, ConflictKind.RENAME_ADD):
            return conflict
        versions = conflict.versions
        return replace(conflict, versions=Merge(versions.base, mine(Side.SOURCE, versions.source), mine(Side.TARGET, versions.target)))

    return replace(merged, conflicts=tuple(settled(conflict) for conflict in merged.conflicts))


def conflicted_paths(conflicts: Iterable[Conflict], messages: Iterable[MessageLike]) -> frozenset[RepoPath]:
    """Every path that a conflict names: its own, those of its versions, those in git's message."""
    paths = {path for message in messages if message.kind.startswith("CONFLICT") for path in message.paths}
    for conflict in conflicts:
        paths.add(conflict.path)
        versions = (conflict.versions.base, conflict.versions.source, conflict.versions.target)
        paths.update(v.path for v in versions if isinstance(v, Version))
    return frozenset(paths)


def _named(messages: Iterable[MessageLike]) -> dict[RepoPath, tuple[ConflictKind, tuple[RepoPath, ...]]]:
    order = {name: at for at, (name, _) in enumerate(_KINDS)}
    found: dict[RepoPath, tuple[int, tuple[RepoPath, ...]]] = {}
    for message in messages:
        rank = order.get(message.kind)
        if rank is None:
            continue
        for path in message.paths:
            if path not in found or rank < found[path][0]:
                found[path] = (rank, message.paths)
    return {path: (_KINDS[rank][1], paths) for path, (rank, paths) in found.items()}


def _conflict(
    kind: ConflictKind | None, group: Sequence[RepoPath], by_path: Mapping[RepoPath, Mapping[int, Entry]], together: Sequence[RepoPath]
) -> Conflict:
    aside = _aside(kind, group, together)
    own = aside[1] if aside is not None else None

    def version(number: int) -> Version | Absent:
        path = next((path for path in group if number in by_path[path]), None)
        return Version(own or _stood(kind, number, path, together), by_path[path][number]) if path is not None else ABSENT

    versions = Merge(base=version(1), source=version(3), target=version(2))
    path = own or next((v.path for v in (versions.target, versions.source, versions.base) if isinstance(v, Version)), group[0])
    known = {path, *(v.path for v in (versions.base, versions.source, versions.target) if isinstance(v, Version))}
    also = tuple(p for p in dict.fromkeys(together) if p not in known and (aside is None or p != aside[0]))
    return Conflict(path, _refined(kind, versions), versions, aside[0] if aside is not None else None, also)


def _aside(kind: ConflictKind | None, group: Sequence[RepoPath], together: Sequence[RepoPath]) -> tuple[RepoPath, RepoPath] | None:
    """Where git put a version, and the path it could not have. git makes the one from the other and a tilde."""
    if kind not in _ASIDE:
        return None
    for new in group:
        for old in (*group, *together):
            if new.startswith(f"{old}~"):
                return new, old
    return None


def _stood(kind: ConflictKind | None, number: int, path: RepoPath, together: Sequence[RepoPath]) -> RepoPath:
    """The base of a renamed file stood elsewhere: git says so in its message and gives the stage the new path."""
    if kind is ConflictKind.RENAME_DELETE and number == 1 and len(together) == 2:
        return together[1] if together[0] == path else together[0]
    return path


def _refined(kind: ConflictKind | None, versions: Merge[Version | Absent]) -> ConflictKind:
    """git calls several things "contents"; the entries tell them apart."""
    if kind is not None and kind is not ConflictKind.CONTENT:
        return kind
    source, target = versions.source, versions.target
    if isinstance(source, Version) and isinstance(target, Version):
        if MODE_SUBMODULE in (source.entry.mode, target.entry.mode):
            return ConflictKind.SUBMODULE
        if source.entry.oid == target.entry.oid and source.entry.mode != target.entry.mode:
            return ConflictKind.MODE
        if isinstance(versions.base, Absent):
            return ConflictKind.ADD_ADD
        return ConflictKind.CONTENT
    return ConflictKind.MODIFY_DELETE
