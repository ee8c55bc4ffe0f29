"""What a merge left without effect: parameters that nobody reads, values that nobody sets, statements that are never reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from syncline.account.seam.code import Code
from syncline.account.seam.facts import Class, Dead, Function
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath


class Unread(NamedTuple):
    """Parameters that a function still has, and reads no more. ``sides`` have the parameters and read them."""

    path: RepoPath
    function: Function
    names: tuple[str, ...]
    sides: tuple[Side, ...]


class Unset(NamedTuple):
    """A value that is read and stays ``None``, since its only writer is gone. ``owner`` is its class, or empty for a name of the module."""

    path: RepoPath
    owner: str
    name: str
    line: int
    writer: tuple[Side, RepoPath, int]


class Unreached(NamedTuple):
    """A statement that nothing reaches."""

    path: RepoPath
    dead: Dead
    sides: tuple[Side, ...]


def unread(seam: Seam) -> Iterator[Unread]:
    """Parameters that every side that has them reads, and the merge does not."""
    for path in seam.novel:
        for function in seam.merged.module(path).functions:
            if not function.unread or function.stub:
                continue
            read: dict[str, set[Side]] = {}
            idle: set[str] = set()
            for side in Side:
                for then in _functions(seam, path, side, function.qualified):
                    for parameter in then.parameters:
                        if parameter.name in then.unread or then.stub:
                            idle.add(parameter.name)
                        else:
                            read.setdefault(parameter.name, set()).add(side)
            names = tuple(n for n in function.unread if n in read and n not in idle and not n.startswith("_"))
            if names:
                yield Unread(path, function, names, tuple(s for s in Side if any(s in read[n] for n in names)))


def _functions(seam: Seam, path: RepoPath, side: Side, qualified: str) -> Sequence[Function]:
    before = seam.before(path, side)
    return seam.side(side).functions(before, qualified) if before is not None else []


def unset(seam: Seam) -> Iterator[Unset]:
    """Names of modules and attributes of classes that only ``None`` is written to, though a side writes something else."""
    for path in seam.novel:
        module = seam.merged.module(path)
        loaded = {name for _, name in module.loads}
        for name, bound in seam.merged.names(path).items():
            if name in loaded and all(b.kind == "assign" and b.text == "None" for b in bound):
                writer = _module_writer(seam, path, name)
                if writer is not None:
                    yield Unset(path, "", name, bound[0].line, writer)
        read = {spot.name for spot in module.reads}
        for cls in module.classes:
            for name in sorted({w.name for w in cls.written} & read):
                writes = [w for w in cls.written if w.name == name]
                if all(w.none for w in writes) and not any(f.name == name for f in cls.fields) and not _stored_elsewhere(seam, path, name):
                    found = _class_writer(seam, path, cls, name)
                    if found is not None:
                        yield Unset(path, cls.qualified, name, writes[0].line, found)


def _module_writer(seam: Seam, path: RepoPath, name: str) -> tuple[Side, RepoPath, int] | None:
    for side in Side:
        before = seam.before(path, side)
        bound = seam.side(side).module(before).bound(name) if before is not None else ()
        if before is not None and any(b.text == "None" for b in bound):
            for b in bound:
                if b.branch == ("inside",) and b.text != "None":
                    return side, before, b.line
    return None


def _class_writer(seam: Seam, path: RepoPath, cls: Class, name: str) -> tuple[Side, RepoPath, int] | None:
    for side in Side:
        before = seam.before(path, side)
        for then in seam.side(side).classes(before, cls.qualified) if before is not None else []:
            writes = [w for w in then.written if w.name == name]
            real = [w for w in writes if not w.none]
            if before is not None and real and len(real) < len(writes):
                return side, before, real[0].line
    return None


def _stored_elsewhere(seam: Seam, path: RepoPath, name: str) -> bool:
    """True when something that is not ``self`` of a class here writes an attribute of that name."""
    here = {w.line for cls in seam.merged.module(path).classes for w in cls.written if w.name == name}
    if any(s.name == name and s.line not in here for s in seam.merged.module(path).stores):
        return True
    return any(s.name == name for other in seam.changed if other != path for s in seam.merged.module(other).stores)


def unreached(seam: Seam) -> Iterator[Unreached]:
    """Statements behind a ``return`` and its like that are reached in every parent that has them."""
    for path in seam.novel:
        old = {one for side in Side for one in _dead_before(seam, path, side)}
        for dead in seam.merged.module(path).dead:
            if (dead.scope, dead.text) not in old:
                yield Unreached(path, dead, tuple(side for side in Side if _has_line(seam, path, side, dead.text)))


def _dead_before(seam: Seam, path: RepoPath, side: Side) -> Iterator[tuple[str, str]]:
    before = seam.before(path, side)
    code: Code = seam.side(side)
    if before is not None:
        yield from ((d.scope, d.text) for d in code.module(before).dead)


def _has_line(seam: Seam, path: RepoPath, side: Side, text: str) -> bool:
    before = seam.before(path, side)
    return before is not None and any(line.strip() == text for line in seam.lines(seam.side(side), before))
