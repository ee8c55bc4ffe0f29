"""Where the merge took one side whole: the tree, or a folder. One thing to say, not one for every hunk that went."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from syncline.account.states import PathState
from syncline.audit.subject import Subject
from syncline.core.merge import ABSENT, Absent, Side
from syncline.core.names import RepoPath
from syncline.core.tree import Version


@dataclass(frozen=True, slots=True)
class Taken:
    """A folder (empty for the whole tree) of which the merge has the other side's state, though ``side`` had changes in it.

    ``covers`` names the changed files by side and the path that side knows them by.
    """

    side: Side
    folder: str
    states: tuple[PathState, ...]
    covers: frozenset[tuple[Side, RepoPath]]


def taken_whole(subject: Subject) -> tuple[Taken, ...]:
    """The topmost folders of two files or more in which not one change of a side is left, though git could have merged some of them.

    Folders in which git had left a conflict in every such file are not named: there somebody decided file by file.
    """
    found = []
    for side in Side:
        changed = [s for s in subject.states if _speaks(s, side)]
        if changed and subject.merged_tree == (subject.target_tree if side is Side.SOURCE else subject.source_tree):
            # The trees say it outright; file by file, a rename or a twin of the other side would hide it.
            found.append(Taken(side, "", tuple(changed), frozenset(_names(changed, side))))
            continue
        gone = {id(s) for s in changed if not s.as_git and _at(s.merged) == _at(s.versions.side(side.other))}
        if not gone:
            continue
        covered: set[int] = set()
        for folder, inside in sorted(_folders(changed).items(), key=lambda item: item[0].count("/") if item[0] else -1):
            if folder and (len(inside) < 2 or any(id(s) in covered for s in inside)):
                continue
            if all(id(s) in gone for s in inside) and any(not s.conflicted for s in inside):
                covered.update(id(s) for s in inside)
                found.append(Taken(side, folder, tuple(inside), frozenset(_names(inside, side))))
    return tuple(found)


def _speaks(state: PathState, side: Side) -> bool:
    """The side changed or moved the file, and differently from the other one."""
    own = _at(state.versions.side(side))
    return own not in (_at(state.versions.base), _at(state.versions.side(side.other)))


def _at(version: Version | Absent) -> object:
    return (version.path, version.entry) if isinstance(version, Version) else ABSENT


def _folders(states: Iterable[PathState]) -> dict[str, list[PathState]]:
    found: dict[str, list[PathState]] = defaultdict(list)
    for state in states:
        pieces = state.path.split("/")[:-1]
        for depth in range(len(pieces) + 1):
            found["/".join(pieces[:depth])].append(state)
    return found


def _names(states: Iterable[PathState], side: Side) -> Iterable[tuple[Side, RepoPath]]:
    for state in states:
        yield side, state.path
        for version in (state.versions.side(side), state.versions.base):
            if isinstance(version, Version):
                yield side, version.path
