"""git's stages and messages become conflicts, each of one kind of a closed list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from syncline.core.merge import ABSENT, Absent, Merge
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


def merged_tree(tree: TreeId, stages: Sequence[StageLike], messages: Iterable[MessageLike]) -> MergedTree:
    """Group the stages by conflict. Every stage belongs to exactly one conflict."""
    by_path: dict[RepoPath, dict[int, Entry]] = {}
    for stage in stages:
        by_path.setdefault(stage.path, {})[stage.number] = stage.entry
    named = _named(messages)
    conflicts: list[Conflict] = []
    done: set[RepoPath] = set()
    for path in sorted(by_path):
        if path in done:
            continue
        kind, together = named.get(path, (None, (path,)))
        # One rename/rename speaks of three paths with one stage each; anything else stands for itself.
        group = (
            [p for p in dict.fromkeys((path, *together)) if p in by_path and p not in done]
            if kind is ConflictKind.RENAME_RENAME
            else [path]
        )
        conflicts.append(_conflict(kind, group, by_path))
        done.update(group)
    return MergedTree(tree, tuple(conflicts))


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


def _conflict(kind: ConflictKind | None, group: Sequence[RepoPath], by_path: Mapping[RepoPath, Mapping[int, Entry]]) -> Conflict:
    def version(number: int) -> Version | Absent:
        return next((Version(path, by_path[path][number]) for path in group if number in by_path[path]), ABSENT)

    versions = Merge(base=version(1), source=version(3), target=version(2))
    path = next((v.path for v in (versions.target, versions.source, versions.base) if isinstance(v, Version)), group[0])
    return Conflict(path, _refined(kind, versions), versions)


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
