"""Uses that no longer meet their definition in the merged tree, though they did in a parent.

A break is a difference: what stands in a parent too is not reported, whatever line it moved to.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple, TypeAlias

from syncline.account.seam.calling import Accepts, Misfit, accepts, misfits
from syncline.account.seam.code import Code
from syncline.account.seam.facts import Attribute, Call, Class, Guard, Import, Ref
from syncline.account.seam.things import Answer, Found, Missing, Thing, member_names
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath


class Site(NamedTuple):
    """Where a use stands in the merged tree. ``sides`` are those whose own tree has the use, ``worked`` those where it works."""

    path: RepoPath
    line: int
    scope: str
    text: str
    guard: Guard
    sides: tuple[Side, ...]
    worked: tuple[Side, ...]


class Lost(NamedTuple):
    """A use of ``name`` in ``holder``, which no longer has it. ``imported`` tells imports from attributes; ``module``: a whole module is gone.

    ``patched``: a test replaces it.
    """

    site: Site
    holder: Thing
    name: str
    imported: bool
    module: bool
    certain: bool
    patched: bool = False


class Unfit(NamedTuple):
    """A call that does not fit its callee. ``twice``: the callee's name is bound more than once."""

    site: Site
    callee: Accepts
    reasons: tuple[Misfit, ...]
    twice: bool


def lost(seam: Seam) -> Iterator[Lost]:
    """Every import and attribute that lost what it names."""
    yield from (one for one in seam.every(_broken) if isinstance(one, Lost))


def unfit(seam: Seam) -> Iterator[Unfit]:
    """Every call that does not fit."""
    yield from (one for one in seam.every(_broken) if isinstance(one, Unfit))


def _broken(seam: Seam) -> Iterator[Lost | Unfit]:
    """Both, file by file: the uses of a file are read once."""
    for path in seam.suspects:
        module, interest = seam.merged.module(path), seam.interest(path)
        for one in module.imports:
            if interest is None or interest.meets((*one.module.split("."), one.name or "", one.bound)):
                yield from _import(seam, path, one)
        for use, answer in module.attributes_told(interest, partial(_missing, seam.merged, path), Guard.ATTRIBUTE):
            yield from _attribute(seam, path, use, answer)
        for call, callees in module.calls_told(interest, partial(_callees, seam.merged, path), Guard.CALL):
            found = _judged(callees, call)
            if found[1]:
                yield from _new_misfit(seam, path, call, found)


def _import(seam: Seam, path: RepoPath, one: Import) -> Iterator[Lost]:
    answer = _imported(seam.merged, path, one)
    if not isinstance(answer, Missing):
        return
    sides, worked = [], []
    for side in Side:
        before = seam.before(path, side)
        if before is None or not any(_same_import(one, other) for other in seam.side(side).module(before).imports):
            continue
        then = _imported(seam.side(side), before, one)
        if isinstance(then, Missing):
            return
        sides.append(side)
        if isinstance(then, Found):
            worked.append(side)
    text = f"from {'.' * one.level}{one.module} import {one.name}" if one.name else f"import {one.module}"
    site = Site(path, one.line, one.scope, text, one.guard, tuple(sides), tuple(worked))
    yield Lost(site, answer.holder, answer.name, imported=True, module=answer.holder.kind == "place", certain=answer.certain)


def _imported(code: Code, path: RepoPath, one: Import) -> Answer:
    place = code.places.module(one.module, one.level, path)
    if place is None:
        known = code.places.known(one.module, one.level, path)
        return Missing(Thing("place", "." * one.level + one.module), one.name or "", certain=True) if known else None
    if one.name is None or one.name == "*":
        return Found()
    return code.member(Thing("module", place), one.name)


def _same_import(one: Import, other: Import) -> bool:
    return (one.module, one.level, one.name) == (other.module, other.level, other.name)


def _missing(code: Code, path: RepoPath, ref: Ref) -> Missing | None:
    answer = code.find(ref, path)
    return answer if isinstance(answer, Missing) else None


def _attribute(seam: Seam, path: RepoPath, use: Attribute, answer: Missing) -> Iterator[Lost]:
    sides, worked = [], []
    for side in Side:
        before = seam.before(path, side)
        if before is None:
            continue
        code = seam.side(side)
        for other in code.module(before).attributes_said(use.text):
            then = code.find(other.ref, before)
            if isinstance(then, Missing) and then.name == answer.name:
                return
            sides.append(side)
            if isinstance(then, Found):
                worked.append(side)
    sides, worked = list(dict.fromkeys(sides)), list(dict.fromkeys(worked))
    if not worked and (sides or not answer.certain):
        return
    if answer.holder.cls is not None and _defined_below(seam, answer.holder.cls, answer.name):
        return
    site = Site(path, use.line, use.scope, use.text, use.guard, tuple(sides), tuple(worked))
    yield Lost(site, answer.holder, answer.name, imported=False, module=False, certain=answer.certain, patched=use.patched)


def _defined_below(seam: Seam, holder: Class, name: str, depth: int = 0) -> bool:
    """True when a class that is derived from the holder has the attribute: ``self`` may be one of those."""
    return any(name in member_names(cls) or (depth < 4 and _defined_below(seam, cls, name, depth + 1)) for cls in seam.derived(holder.name))


_Judged: TypeAlias = "tuple[Accepts, tuple[Misfit, ...], bool]"


def _callees(code: Code, path: RepoPath, ref: Ref) -> tuple[Accepts, ...] | None:
    """What each definition of a callee accepts; ``None`` where nobody can say of one of them."""
    answer = code.find(ref, path)
    if not isinstance(answer, Found) or not answer.things:
        return None
    found = []
    for thing in answer.things:
        accepted = accepts(code, thing)
        if accepted is None:
            return None
        found.append(accepted)
    return tuple(found)


def _judged(callees: tuple[Accepts, ...], call: Call) -> _Judged:
    """What the callee accepts, why the call does not fit, and whether the callee is bound more than once. A call fits if one definition takes it."""
    accepted, reasons = min(((one, misfits(one, call)) for one in callees), key=lambda one: len(one[1]))
    return accepted, reasons, len(callees) > 1


def _new_misfit(seam: Seam, path: RepoPath, call: Call, found: _Judged) -> Iterator[Unfit]:
    accepted, reasons, twice = found
    left = set(reasons)
    sides, worked = [], []
    for side in Side:
        before = seam.before(path, side)
        if before is None:
            continue
        code = seam.side(side)
        for other in code.module(before).calls_said(call.text):
            callees = _callees(code, before, other.ref)
            then = _judged(callees, other) if callees is not None else None
            same = other.positional == call.positional and other.keywords == call.keywords
            if then is not None:
                left -= set(then[1])
            if same:
                sides.append(side)
                if then is not None and not then[1]:
                    worked.append(side)
    if not left or (not worked and not accepted.certain):
        return
    site = Site(path, call.line, call.scope, call.text, call.guard, tuple(dict.fromkeys(sides)), tuple(dict.fromkeys(worked)))
    yield Unfit(site, accepted, tuple(r for r in reasons if r in left), twice)
