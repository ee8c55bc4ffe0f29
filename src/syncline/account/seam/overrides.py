"""Methods that override a method of the other side, and classes that lack what a base of the other side demands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from syncline.account.seam.code import Code
from syncline.account.seam.facts import Class, Function, Parameter
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath

_ABSTRACT = frozenset({"abstractmethod", "abstractproperty"})


class Override(NamedTuple):
    """A method and the one it overrides; ``method`` is ``None`` where the class lacks an abstract one. ``reasons`` name parameters."""

    path: RepoPath
    cls: Class
    method: Function | None
    base_path: RepoPath
    base: Function
    reasons: tuple[str, ...]
    sides: tuple[Side, ...]


def overrides(seam: Seam) -> Iterator[Override]:
    """Overrides that do not fit in the merged tree and fit, or are not there, in both parents."""
    for path in seam.suspects:
        heirs = seam.heirs(path)
        module = seam.merged.module(path)
        if heirs is not None and not any(mention in heirs for _, mention in seam.bases(path)):
            continue
        for cls in module.classes:
            for one in _problems(seam.merged, path, cls):
                key = _key(one)
                if not any(key in _before(seam, path, side, cls.qualified) for side in Side):
                    yield one._replace(sides=tuple(s for s in Side if _has(seam, path, s, cls.qualified, one.method)))


def _key(one: Override) -> tuple[str, str, tuple[str, ...]]:
    return one.base.qualified, one.method.name if one.method is not None else "", one.reasons


def _before(seam: Seam, path: RepoPath, side: Side, qualified: str) -> set[tuple[str, str, tuple[str, ...]]]:
    before = seam.before(path, side)
    if before is None:
        return set()
    code = seam.side(side)
    return {_key(one) for cls in code.classes(before, qualified) for one in _problems(code, before, cls)}


def _has(seam: Seam, path: RepoPath, side: Side, qualified: str, method: Function | None) -> bool:
    before = seam.before(path, side)
    classes = seam.side(side).classes(before, qualified) if before is not None else []
    return any(method is None or any(m.name == method.name and m.parameters == method.parameters for m in cls.methods) for cls in classes)


def _problems(code: Code, path: RepoPath, cls: Class) -> Iterator[Override]:
    lineage = code.lineage(path, cls)
    above = lineage.classes[1:]
    if not above:
        return
    own = {m.name: m for m in cls.methods}
    for name, method in own.items():
        if name.startswith("__") or _special(method) or sum(m.name == name for m in cls.methods) > 1:
            continue
        for base_path, base in above:
            found = [m for m in base.methods if m.name == name]
            if found:
                if len(found) == 1 and not _special(found[0]):
                    reasons = _reasons(found[0], method)
                    if reasons:
                        yield Override(path, cls, method, RepoPath(base_path), found[0], reasons, ())
                break
    if lineage.whole and not _is_abstract(cls):
        yield from _lacking(path, cls, lineage.classes)


def _lacking(path: RepoPath, cls: Class, classes: tuple[tuple[str, Class], ...]) -> Iterator[Override]:
    """Abstract methods that neither the class nor anything between it and their base defines."""
    seen: set[str] = set()
    for base_path, base in classes:
        for method in base.methods:
            if _abstract(method) and method.name not in seen and base is not cls:
                yield Override(path, cls, None, RepoPath(base_path), method, (), ())
        seen |= {m.name for m in base.methods} | {f.name for f in base.fields}


def _is_abstract(cls: Class) -> bool:
    return (
        any(_abstract(m) for m in cls.methods)
        or any(text.rpartition(".")[2] in ("ABC", "Protocol") for text in cls.base_texts)
        or cls.keywords
    )


def _abstract(method: Function) -> bool:
    return any(d.rpartition(".")[2] in _ABSTRACT for d in method.decorators)


def _special(method: Function) -> bool:
    """Decorators change what a method is; a name with one leading underscore is the class's own business all the same."""
    return any(d.rpartition(".")[2] not in (*_ABSTRACT, "override", "classmethod") for d in method.decorators)


def _reasons(base: Function, own: Function) -> tuple[str, ...]:
    """Parameters that a caller who knows the base may give and the override does not take, or that it demands and the base does not have."""
    theirs, mine = base.parameters[1:], own.parameters[1:]
    if any(p.kind in ("*", "**") for p in (*theirs, *mine)) or (base.stub != own.stub and not theirs):
        return ()
    names = {p.name for p in mine}
    lost = [p.name for p in theirs if p.name not in names]
    demanded = [p.name for p in mine if p.default is None and p.name not in {q.name for q in theirs}]
    return (*(f"no {name}" for name in lost), *(f"needs {name}" for name in demanded)) if _count(theirs) != _count(mine) or lost else ()


def _count(parameters: tuple[Parameter, ...]) -> int:
    return sum(1 for p in parameters if p.default is None)
