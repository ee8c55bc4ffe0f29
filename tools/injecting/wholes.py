"""Whole sides: what ``merge -s ours`` and a checkout of one side's folder leave behind."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from injecting.damage import Damage, Kind, commits_at
from injecting.losses import layout_alone
from injecting.scenes import Scene
from syncline.account.states import PathState
from syncline.core.merge import Absent, Side
from syncline.core.names import RepoPath
from syncline.core.tree import Entry, Version
from syncline.syntax import language_of, same_tree


def take_tree(scene: Scene, random: Random) -> Damage | None:
    """The other side's tree in place of the merge: everything that ``side`` did is gone."""
    side = random.choice((Side.SOURCE, Side.TARGET))
    changed = _changed(scene, side)
    if not changed:
        return None
    return _taken(scene, side, changed, "", Kind.WHOLE)


def take_folder(scene: Scene, random: Random) -> Damage | None:
    """The other side's folder in place of the merge's, where ``side`` changed two files or more in it and something else beside it."""
    side = random.choice((Side.SOURCE, Side.TARGET))
    folders: dict[str, list[PathState]] = defaultdict(list)
    changed = _changed(scene, side)
    for state in changed:
        pieces = state.path.split("/")[:-1]
        for depth in range(1, len(pieces) + 1):
            folders["/".join(pieces[:depth])].append(state)
    # A rename across the border of the folder is half a checkout: not what is meant here.
    moved = {v.path for s in scene.states for v in (s.versions.base, s.versions.source, s.versions.target) if isinstance(v, Version)}
    fitting = sorted(f for f, inside in folders.items() if 2 <= len(inside) < len(changed) and all(s.path in moved for s in inside))
    fitting = [f for f in fitting if not any(_crosses(s, f) for s in scene.states)]
    if not fitting:
        return None
    folder = random.choice(fitting)
    return _taken(scene, side, folders[folder], folder, Kind.FOLDER)


def _crosses(state: PathState, folder: str) -> bool:
    inside = {
        v.path.startswith(f"{folder}/")
        for v in (state.versions.base, state.versions.source, state.versions.target, state.merged)
        if isinstance(v, Version)
    }
    return len(inside) == 2


def _taken(scene: Scene, side: Side, changed: list[PathState], folder: str, kind: Kind) -> Damage | None:
    if all(_says_nothing(scene, state, side) for state in changed):
        return None
    across = scene.workshop.entries(scene.end(side.other))
    inside = f"{folder}/" if folder else ""
    entries: dict[RepoPath, Entry | None] = {path: None for path in scene.entries if path.startswith(inside) and path not in across}
    entries |= {path: entry for path, entry in across.items() if path.startswith(inside) and scene.entries.get(path) != entry}
    if not entries:
        return None
    paths = tuple({p for s in changed for p in (s.path, *(v.path for v in (s.versions.side(side),) if isinstance(v, Version)))})
    where = f"{side.value} gone from {folder or 'the whole tree'}"
    return Damage(kind, side, paths, entries=entries, writers=commits_at(scene.workshop, scene, side, paths), where=where)


def _changed(scene: Scene, side: Side) -> list[PathState]:
    """The files that a side changed, and otherwise than the other one did."""
    found = []
    for state in scene.states:
        own, base, other = (_entry(v) for v in (state.versions.side(side), state.versions.base, state.versions.side(side.other)))
        if own not in (base, other):
            found.append(state)
    return found


def _entry(version: Version | Absent) -> Entry | None:
    return version.entry if isinstance(version, Version) else None


def _says_nothing(scene: Scene, state: PathState, side: Side) -> bool:
    base, own = scene.text(state.versions.base), scene.text(state.versions.side(side))
    if base is None or own is None or isinstance(state.versions.base, Absent) or isinstance(state.versions.side(side), Absent):
        return False
    language = language_of(state.path)
    return same_tree(language, "".join(base), "".join(own)) or layout_alone(language, base, own)
