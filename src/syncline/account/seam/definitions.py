"""Where a name is defined, and where it went when it is no longer there."""

from __future__ import annotations

import difflib
from typing import NamedTuple

from syncline.account.seam.code import Code
from syncline.account.seam.things import Thing
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath

# How much of a body has to be the same for a definition to count as renamed.
_SAME = 0.7
_LONGEST = 400
# Shorter definitions look like too many others.
_LEAST = 3


class Definition(NamedTuple):
    """A line that defines a name; ``end`` is the last line of what it defines."""

    path: RepoPath
    line: int
    end: int


def defined(code: Code, path: str, owner: str, name: str) -> Definition | None:
    """Where ``name`` is defined at the top of a file, or in the class ``owner`` of it."""
    at = RepoPath(path)
    if at not in code.files:
        return None
    if not owner:
        for f in code.functions(path, name):
            return Definition(at, f.line, f.end)
        for c in code.classes(path, name):
            return Definition(at, c.line, c.end)
        for b in code.module(path).bound(name):
            return Definition(at, b.line, b.line)
        return None
    for cls in code.classes(path, owner):
        for method in cls.methods:
            if method.name == name:
                return Definition(at, method.line, method.end)
        for line in (*(f.line for f in cls.fields if f.name == name), *(w.line for w in cls.written if w.name == name)):
            return Definition(at, line, line)
    return None


def owner_in(code: Code, holder: Thing, name: str) -> tuple[str, str]:
    """The path and class that really define an attribute of ``holder``: one of its bases may."""
    if holder.cls is not None and RepoPath(holder.path) in code.files:
        for cls in code.classes(holder.path, holder.qualified):
            for path, one in code.lineage(holder.path, cls).classes:
                if defined(code, path, one.qualified, name) is not None:
                    return path, one.qualified
    return holder.path, holder.qualified if holder.cls is not None else ""


def went_to(seam: Seam, path: str, owner: str, name: str) -> str:
    """Where a definition went in the merged tree, in words; empty when it is nowhere to be seen."""
    if not owner:
        for other in seam.defining(name):
            if other != path:
                bound = seam.merged.module(other).bound(name)
                if any(b.kind in ("def", "class", "assign", "annotation") for b in bound):
                    return f"it stands in {other}"
    renamed = _renamed(seam, path, owner, name)
    return f"it was renamed to `{renamed}`" if renamed else ""


def _renamed(seam: Seam, path: str, owner: str, name: str) -> str:
    """A definition that came into the merge where ``name`` went, with nearly the same body."""
    base_path = seam.in_base(RepoPath(path)) or path
    old = defined(seam.codes.base, base_path, owner, name)
    if old is None or old.end == old.line or not seam.merged.is_read(path):
        return ""
    body = _body(seam, seam.codes.base, old, name)
    if len(body) < _LEAST:
        return ""
    before = {f.name for f in seam.codes.base.module(base_path).functions if f.owner == owner} | {
        c.name for c in seam.codes.base.module(base_path).classes
    }
    best, found = _SAME, ""
    module = seam.merged.module(path)
    spans = [(f.name, f.line, f.end) for f in module.functions if f.owner == owner]
    spans += [(c.name, c.line, c.end) for c in module.classes]
    for new, first, last in spans:
        if new in before or new == name:
            continue
        other = _body(seam, seam.merged, Definition(RepoPath(path), first, last), new)
        ratio = difflib.SequenceMatcher(None, body, other, autojunk=False).ratio()
        if ratio >= best:
            best, found = ratio, new
    return found


def _body(seam: Seam, code: Code, at: Definition, name: str) -> list[str]:
    lines = seam.text(code, at.path, at.line, min(at.end, at.line + _LONGEST))
    return [line.replace(name, "…").strip() for line in lines if line.strip()]


def remover(seam: Seam, path: str, owner: str, name: str) -> Side | None:
    """The side that took a definition of the base away; ``None`` when neither did, or both."""
    base_path = seam.in_base(RepoPath(path)) or RepoPath(path)
    if defined(seam.codes.base, base_path, owner, name) is None:
        return None
    without = [side for side in Side if defined(seam.side(side), seam.before(RepoPath(path), side) or path, owner, name) is None]
    return without[0] if len(without) == 1 else None
