"""Tests whose arguments or replaced names are gone, and replaced names that nobody reads any more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from syncline.account.seam.code import Code
from syncline.account.seam.facts import Attribute, Function
from syncline.account.seam.module import Interest, Module
from syncline.account.seam.things import Found
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath


class Argument(NamedTuple):
    """A test and an argument that parametrize gives and the test does not take. ``sides`` have a test of that name."""

    path: RepoPath
    test: Function
    name: str
    sides: tuple[Side, ...]


class Unseen(NamedTuple):
    """A test replaces ``name`` of a module, but ``function`` binds it once, as the default of ``parameter``."""

    path: RepoPath
    use: Attribute
    module: RepoPath
    function: Function
    parameter: str
    name: str
    side: Side


def arguments(seam: Seam) -> Iterator[Argument]:
    """Arguments of tests that pytest cannot give or the test does not take."""
    for path in seam.novel:
        for test in seam.merged.module(path).functions:
            if not test.name.startswith("test"):
                continue
            then = {side: before for side in Side if (before := _test_before(seam, path, side, test)) is not None}
            old = {name for before in then.values() for name in _untaken(before)}
            for name in sorted(_untaken(test) - old):
                yield Argument(path, test, name, tuple(then))


def _test_before(seam: Seam, path: RepoPath, side: Side, test: Function) -> Function | None:
    before = seam.before(path, side)
    found = seam.side(side).functions(before, test.qualified) if before is not None else []
    return found[-1] if found else None


def _untaken(test: Function) -> set[str]:
    """Given by parametrize and not taken."""
    taken = {p.name for p in test.parameters}
    if any(p.kind == "**" for p in test.parameters):
        return set()
    return {name for name in test.parametrized if name not in taken}


def unseen(seam: Seam) -> Iterator[Unseen]:
    """Replaced names that a definition-time default has bound already, though the test's own side reads them when the function runs."""
    for path in seam.suspects:
        for use in seam.merged.module(path).patches:
            module, name = _module_of(seam.merged, path, use)
            if module is None:
                continue
            for function in seam.merged.module(module).functions:
                for parameter in function.parameters:
                    if parameter.default == name:
                        side = _had_effect(seam, path, module, function.qualified, name)
                        if side is not None:
                            yield Unseen(path, use, module, function, parameter.name, name, side)


def _module_of(code: Code, path: RepoPath, use: Attribute) -> tuple[RepoPath | None, str]:
    """The module whose name is replaced."""
    *chain, name = use.ref.chain
    holder = code.find(use.ref._replace(chain=tuple(chain)), path)
    if isinstance(holder, Found) and len(holder.things) == 1 and holder.things[0].kind == "module" and code.is_read(holder.things[0].path):
        return RepoPath(holder.things[0].path), name
    return None, name


def _had_effect(seam: Seam, path: RepoPath, module: RepoPath, function: str, name: str) -> Side | None:
    """The side that has this test, and whose function calls the name, or reads it, when it runs, as the merged one does no more."""
    now = seam.merged.module(module)
    for side in Side:
        test, before = seam.before(path, side), seam.before(module, side)
        if test is None or before is None:
            continue
        if any(a.ref.chain[-1] == name for a in seam.side(side).module(test).patches):
            then = seam.side(side).module(before)
            read_then, read_now = (function, name) in then.loads, (function, name) in now.loads
            if (read_then and not read_now) or (_calls(then, function, name) and not _calls(now, function, name)):
                return side
    return None


def _calls(module: Module, function: str, name: str) -> bool:
    calls = module.calls_of(Interest(frozenset({name}), frozenset()))
    return any(c.scope == function and c.ref.root == "global" and c.ref.name == name and not c.ref.chain for c in calls)
