"""Defaults of one side that now reach calls that only the other side has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from syncline.account.seam.breaks import Site
from syncline.account.seam.calling import Accepts, accepts
from syncline.account.seam.code import Code
from syncline.account.seam.facts import Call, Parameter
from syncline.account.seam.module import Module
from syncline.account.seam.things import Found
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath

# Added with one of these, a parameter most likely means "as before"; so does a new field of a configuration.
_NEUTRAL = frozenset({"None", "False", "0", "''", '""', "()", "[]", "{}", "0.0", "…", ""})


class Reached(NamedTuple):
    """A call that relies on a default which its own side does not know. ``before`` is that side's default; ``None`` where it has no such parameter."""

    site: Site
    side: Side
    callee: Accepts
    parameter: str
    before: str | None
    after: str


def reached(seam: Seam) -> Iterator[Reached]:
    """Calls that one side alone has, to callees whose default the other side set or changed."""
    for path in seam.changed:
        for side in Side:
            own = seam.before(path, side)
            if own is None:
                continue
            merged, before = seam.merged.module(path), seam.side(side).module(own)
            others = [*_elsewhere(seam, path, side)]
            if seam.narrow and (before in others or seam.same(path, side.other)):
                continue  # base or the other side has every call of it
            # A default that the other side changed is met by the name of what has it.
            names = seam.names_of(path, (side,))
            shapes = merged.shapes_of(names)
            if before is not merged:
                shapes &= before.shapes_of(names)
            for other in dict.fromkeys(others) if shapes else ():
                shapes -= other.shapes_of(names)
            if not shapes:
                continue
            mine = {_shape(c): c for c in before.calls_of(names)}
            for call in merged.calls_of(names):
                shape = _shape(call)
                if shape in shapes and not call.stars and not call.spread:
                    yield from _compare(seam, path, side, own, call, mine[shape])


def _elsewhere(seam: Seam, path: RepoPath, side: Side) -> Iterator[Module]:
    """The base's and the other side's version of a file."""
    base, other = seam.in_base(path), seam.before(path, side.other)
    if base is not None:
        yield seam.codes.base.module(base)
    if other is not None:
        yield seam.side(side.other).module(other)


def _shape(call: Call) -> tuple[str, str, int, tuple[str, ...]]:
    return call.scope, call.text, call.positional, call.keywords


def _compare(seam: Seam, path: RepoPath, side: Side, own: RepoPath, call: Call, mine: Call) -> Iterator[Reached]:
    now, then = _accepts(seam.merged, path, call), _accepts(seam.side(side), own, mine)
    if now is None or then is None or now.name != then.name:
        return
    before = {p.name: p for p in then.parameters}
    given = {*call.keywords, *(p.name for p in [p for p in now.parameters if p.kind in ("/", "p")][: call.positional])}
    for parameter in now.parameters:
        if parameter.default is None or parameter.kind in ("*", "**") or parameter.name in given:
            continue
        old = before.get(parameter.name)
        if old is None or (old.default is not None and old.default != parameter.default):
            if (old is None and (now.fields or parameter.default in _NEUTRAL)) or not _of_other_side(seam, side, now, parameter):
                continue
            site = Site(path, call.line, call.scope, call.text, call.guard, (side,), (side,))
            yield Reached(site, side, now, parameter.name, None if old is None else old.default, parameter.default)


def _of_other_side(seam: Seam, side: Side, now: Accepts, parameter: Parameter) -> bool:
    """True when the other side has the parameter with this very default: then it is its change that reaches the call."""
    path = seam.before(RepoPath(now.path), side.other)
    if path is None:
        return False
    return any(parameter in p for p in _parameter_lists(seam.side(side.other), path, now))


def _parameter_lists(code: Code, path: RepoPath, now: Accepts) -> Iterator[tuple[Parameter, ...]]:
    for function in code.functions(path, now.name):
        yield function.parameters
    for cls in code.classes(path, now.name.removesuffix(".__init__")):
        for method in cls.methods:
            if method.name == "__init__":
                yield method.parameters
        yield tuple(Parameter(f.name, "k" if f.keyword else "p", f.text or "…" if f.default else None) for f in cls.fields)


def _accepts(code: Code, path: RepoPath, call: Call) -> Accepts | None:
    answer = code.find(call.ref, path)
    return accepts(code, answer.things[0]) if isinstance(answer, Found) and len(answer.things) == 1 else None
