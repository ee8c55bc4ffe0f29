"""Options and configuration fields, and who reads them, by name alone.

An option is what ``add_argument``, click or a field of a class defines. Its readers are attributes of things that are called ``args``,
``config`` or the like: their class is seldom plain to see, so the name has to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from syncline.account.seam.code import Code
from syncline.account.seam.facts import Guard, Spot
from syncline.account.seam.module import Module
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath

_HOLDER = re.compile(r"(^|_)(args?|opts?|options?|config|cfg|conf|params?|settings|flags|namespace|hparams|kwargs)($|_)", re.IGNORECASE)


class At(NamedTuple):
    """A place in a tree. ``option`` is true for a command-line option, false for a field of a class."""

    path: RepoPath
    line: int
    option: bool


class Reading(NamedTuple):
    """A read of an option in the merged tree."""

    path: RepoPath
    spot: Spot


class Unread(NamedTuple):
    """An option and what became of it. ``had`` tells where each side that has the other half has it."""

    name: str
    readings: tuple[Reading, ...]
    defined: tuple[At, ...]
    had: tuple[tuple[Side, At], ...]
    mentioned: bool


class _View:
    """Options and readers of one tree, in those of its files that matter. Single reads are looked up by name: there are hundreds of thousands."""

    def __init__(self, code: Code, paths: Iterable[RepoPath]) -> None:
        self._modules: list[tuple[RepoPath, Module]] = []
        self._code = code
        self.defined: dict[str, list[At]] = {}
        self.read: set[str] = set()
        self.extend(paths)

    def extend(self, paths: Iterable[RepoPath]) -> None:
        """Take further files in."""
        fresh = [(path, self._code.module(path)) for path in paths]
        self._modules = sorted((*self._modules, *fresh), key=lambda one: one[0])
        for path, module in fresh:
            self.read |= module.read
            for name, line, option in module.defines:
                self.defined.setdefault(name, []).append(At(path, line, option))
        for places in self.defined.values():
            places.sort(key=lambda at: at.path)

    def readings(self, name: str) -> list[Reading]:
        """All reads of a name."""
        if name not in self.read:
            return []
        found = ((path, module) for path, module in self._modules if name in module.read)
        return [Reading(path, spot) for path, module in found for spot in module.reads if spot.name == name]

    def stored(self, name: str) -> bool:
        """True when something that is called like a configuration gets the name."""
        found = (module for _, module in self._modules if name in module.words)
        return any(spot.name == name and _HOLDER.search(spot.root) for module in found for spot in module.stores)

    def anyhow(self, name: str) -> bool:
        """True when the name may be defined in any other way."""
        return any(name in module.words for _, module in self._modules)


class _Views(NamedTuple):
    merged: _View
    sides: dict[Side, _View]


def _views(seam: Seam) -> Iterator[_Views]:
    """The views of all trees. Files that all trees share count only where they speak of an option of which the others do not tell enough."""
    changed, now = frozenset(seam.changed), seam.merged.files
    merged, sides = _View(seam.merged, seam.changed), {}
    for side in Side:
        files = seam.side(side).files
        sides[side] = _View(seam.side(side), [p for p in seam.side(side).places.paths if now.get(p) != files[p] or p in changed])
    lost = {name for view in sides.values() for name in view.defined} - merged.defined.keys()
    shared = seam.naming(frozenset(lost | (merged.defined.keys() - merged.read)))
    for view in (merged, *sides.values()):
        view.extend(shared)
    yield _Views(merged, sides)


def readers_without_option(seam: Seam) -> Iterator[Unread]:
    """Reads of options that a side defines and the merged tree does not."""
    (merged, sides), *_ = seam.every(_views)
    lost = {name for view in sides.values() for name in view.defined} & merged.read
    for name in sorted(lost - merged.defined.keys()):
        if len(name) < 3 or merged.stored(name):
            continue
        had = tuple((side, at) for side in Side for at in sides[side].defined.get(name, ())[:1])
        fresh = tuple(r for r in merged.readings(name) if _HOLDER.search(r.spot.root) and _is_new(seam, sides, r))
        if fresh:
            yield Unread(name, fresh, (), had, merged.anyhow(name))


def _is_new(seam: Seam, sides: dict[Side, _View], reading: Reading) -> bool:
    """Not so in a parent: there the same file does not read it, or somebody defines it. Nor does the file itself bring it."""
    name = reading.spot.name
    module = seam.merged.module(reading.path)
    if name in module.given or any(spot.name == name for spot in module.stores):
        return False
    for side in Side:
        before = seam.before(reading.path, side)
        view = sides[side]
        if before is not None and name not in view.defined and any(r.path == before for r in view.readings(name)) and not view.stored(name):
            return False
    return True


def options_without_reader(seam: Seam) -> Iterator[Unread]:
    """Options of the merged tree that nothing there reads any more, though in every parent that has them something does."""
    (merged, sides), *_ = seam.every(_views)
    for name, places in sorted(merged.defined.items()):
        if name in merged.read or name.startswith("_"):
            continue
        had = []
        for side in Side:
            view = sides[side]
            if name in view.defined:
                readings = [r for r in view.readings(name) if not r.spot.guard & Guard.TYPING]
                if not readings:
                    break
                had.append((side, At(readings[0].path, readings[0].spot.line, option=False)))
        else:
            if had:
                yield Unread(name, (), tuple(places), tuple(had), mentioned=False)
