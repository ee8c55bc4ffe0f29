"""The restore table: what to do about a file that is not there, by who names it in the merge and in the tree of its own side."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from syncline.core.names import RepoPath

# Words → files that say them, with how often.
Mentions: TypeAlias = Mapping[str, Mapping[RepoPath, int]]


class Need(StrEnum):
    """The restore table. NEEDED: the merge says its name. IMPORTERS_LOST: only its own parent did. DEAD: not even that one."""

    NEEDED = "needed"
    IMPORTERS_LOST = "importers lost"
    DEAD = "dead"
    RUN = "run by its name"


@dataclass(frozen=True, slots=True)
class Restore:
    """One file of the restore table; ``by`` names files that need it, or needed it in its own parent."""

    path: RepoPath
    need: Need
    by: tuple[RepoPath, ...]


# File names that say nothing without their folder.
_COMMON = frozenset(
    (
        "__init__",
        "index",
        "main",
        "utils",
        "util",
        "helpers",
        "common",
        "types",
        "base",
        "core",
        "config",
        "constants",
        "test",
        "setup",
        "mod",
        "lib",
        "models",
    )
)


def restore_table(
    paths: Iterable[RepoPath],
    imported: Callable[[RepoPath], bool],
    now: Callable[[frozenset[str]], Mentions],
    before: Callable[[frozenset[str]], Mentions],
) -> tuple[Restore, ...]:
    """For each missing file: is it needed, were its importers lost with it, or did nobody import it?

    ``imported`` tells files that others load from files that are run by their name (tests, scripts, data). ``now`` gives the mentions in
    the merge, ``before`` those in the tree of the file's own side.
    """
    listed = tuple(dict.fromkeys(paths))
    words = {path: spellings(path) for path in listed}
    asked = frozenset(word for found in words.values() for word in found)
    there, earlier = now(asked), before(asked)
    return tuple(_row(path, words[path] if imported(path) else (), there, earlier, frozenset(listed)) for path in listed)


def _row(path: RepoPath, words: tuple[str, ...], now: Mentions, before: Mentions, gone: Collection[RepoPath]) -> Restore:
    def who(places: Mentions) -> tuple[RepoPath, ...]:
        return tuple(sorted({there for word in words for there in places.get(word, {}) if there != path and there not in gone}))

    if not words:
        return Restore(path, Need.RUN, ())
    if found := who(now):
        return Restore(path, Need.NEEDED, found[:5])
    if found := who(before):
        return Restore(path, Need.IMPORTERS_LOST, found[:5])
    return Restore(path, Need.DEAD, ())


def spellings(path: RepoPath) -> tuple[str, ...]:
    """How other files name this one: dotted, with slashes, and alone where its name is its own."""
    pieces = re.sub(r"\.[A-Za-z0-9]+$", "", path).split("/")
    if pieces[-1] in ("__init__", "index", "mod"):
        pieces.pop()
    if not pieces:
        return ()
    spelled = [".".join(pieces[-2:]), "/".join(pieces[-2:])] if len(pieces) > 1 else []
    if len(pieces[-1]) >= 6 and pieces[-1] not in _COMMON:
        spelled.append(pieces[-1])
    return tuple(dict.fromkeys(spelled))
