"""Options and configuration fields, and who reads them, by name alone.

An option is what ``add_argument``, click or a field of a class defines. Its readers are attributes of things that are called ``args``,
``config`` or the like: their class is seldom plain to see, so the name has to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from syncline.account.seam.code import Code
from syncline.account.seam.facts import Guard, Module, Spot
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
    """Options and readers of one tree, in those of its files that matter."""

    def __init__(self, code: Code, paths: Iterable[RepoPath]) -> None:
        self.defined: dict[str, list[At]] = {}
        self.stored: set[str] = set()
        self.reads: dict[str, list[Reading]] = {}
        self.anyhow: set[str] = set()
        for path in sorted(paths):
            module = code.module(path)
            for name, at in _definitions(path, module):
                self.defined.setdefault(name, []).append(at)
            self.stored.update(spot.name for spot in module.stores if _HOLDER.search(spot.root))
            self.anyhow.update(module.words)
            for spot in module.reads:
                self.reads.setdefault(spot.name, []).append(Reading(path, spot))


class _Views(NamedTuple):
    merged: _View
    sides: dict[Side, _View]


def _definitions(path: RepoPath, module: Module) -> Iterator[tuple[str, At]]:
    for option in module.options:
        yield option.dest, At(path, option.line, option=True)
    for cls in module.classes:
        for one in cls.fields:
            if one.annotated and not one.classvar:
                yield one.name, At(path, one.line, option=False)


def _views(seam: Seam) -> Iterator[_Views]:
    """The views of all trees. Files that all trees share count only where they speak of an option that a file of the others defines or reads."""
    differing: dict[Code, list[RepoPath]] = {seam.merged: list(seam.changed)}
    for side in Side:
        files, merged = seam.side(side).files, seam.merged.files
        differing[seam.side(side)] = [p for p in seam.side(side).places.paths if merged.get(p) != files[p] or p in seam.changed]
    names = {name for code, paths in differing.items() for path in paths for name, _ in _definitions(path, code.module(path))}
    shared = seam.naming(frozenset(names))
    merged_view = _View(seam.merged, {*seam.changed, *shared})
    yield _Views(merged_view, {side: _View(seam.side(side), {*differing[seam.side(side)], *shared}) for side in Side})


def readers_without_option(seam: Seam) -> Iterator[Unread]:
    """Reads of options that a side defines and the merged tree does not."""
    (merged, sides), *_ = seam.every(_views)
    for name, readings in sorted(merged.reads.items()):
        if name in merged.defined or name in merged.stored or len(name) < 3:
            continue
        had = tuple((side, at) for side in Side for at in sides[side].defined.get(name, ())[:1])
        if not had:
            continue
        fresh = tuple(r for r in readings if _HOLDER.search(r.spot.root) and _is_new(seam, sides, r))
        if fresh:
            yield Unread(name, fresh, (), had, name in merged.anyhow)


def _is_new(seam: Seam, sides: dict[Side, _View], reading: Reading) -> bool:
    """Not so in a parent: there the same file does not read it, or somebody defines it. Nor does the file itself bring it."""
    name = reading.spot.name
    module = seam.merged.module(reading.path)
    if name in module.given or any(spot.name == name for spot in module.stores):
        return False
    for side in Side:
        before = seam.before(reading.path, side)
        view = sides[side]
        if (
            before is not None
            and any(r.path == before for r in view.reads.get(name, ()))
            and name not in view.defined
            and name not in view.stored
        ):
            return False
    return True


def options_without_reader(seam: Seam) -> Iterator[Unread]:
    """Options of the merged tree that nothing there reads any more, though in every parent that has them something does."""
    (merged, sides), *_ = seam.every(_views)
    for name, places in sorted(merged.defined.items()):
        if name in merged.reads or name.startswith("_"):
            continue
        had = []
        for side in Side:
            view = sides[side]
            if name in view.defined:
                readings = [r for r in view.reads.get(name, ()) if not r.spot.guard & Guard.TYPING]
                if not readings:
                    break
                had.append((side, At(readings[0].path, readings[0].spot.line, option=False)))
        else:
            if had:
                yield Unread(name, (), tuple(places), tuple(had), mentioned=False)
