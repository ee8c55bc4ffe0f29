"""What to do about a file that fell off: who needs it, by the imports of its own parent and of the merge."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.core.finding import Scope
from syncline.core.merge import Side
from syncline.core.names import RepoPath


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


def restore_table(subject: Subject, side: Side, paths: Iterable[RepoPath]) -> tuple[Restore, ...]:
    """For each missing file of a side: is it needed, were its importers lost with it, or did nobody import it?"""
    listed = tuple(dict.fromkeys(paths))
    words = {path: _spellings(path) for path in listed}
    asked = frozenset(word for found in words.values() for word in found)
    now, before = subject.references(asked), subject.references(asked, side)
    return tuple(_restore(path, words[path], now, before, frozenset(listed)) for path in listed)


def _restore(
    path: RepoPath,
    words: tuple[str, ...],
    now: Mapping[str, Mapping[RepoPath, int]],
    before: Mapping[str, Mapping[RepoPath, int]],
    gone: frozenset[RepoPath],
) -> Restore:
    def who(places: Mapping[str, Mapping[RepoPath, int]]) -> tuple[RepoPath, ...]:
        return tuple(sorted({there for word in words for there in places.get(word, {}) if there != path and there not in gone}))

    if scope_of(path) is not Scope.PRODUCTION or not words:
        return Restore(path, Need.RUN, ())
    if found := who(now):
        return Restore(path, Need.NEEDED, found[:5])
    if found := who(before):
        return Restore(path, Need.IMPORTERS_LOST, found[:5])
    return Restore(path, Need.DEAD, ())


def _spellings(path: RepoPath) -> tuple[str, ...]:
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
