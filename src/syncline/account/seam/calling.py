"""What a callee accepts, and whether a call fits."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, cast

from syncline.account.seam.code import Code
from syncline.account.seam.facts import Call, Class, Field, Parameter
from syncline.account.seam.things import Found, Thing

# Decorators that leave the parameters as they are.
_TRANSPARENT = frozenset(
    {
        *(
            "staticmethod",
            "classmethod",
            "abstractmethod",
            "contextmanager",
            "asynccontextmanager",
            "wraps",
            "override",
            "final",
            "deprecated",
        ),
        *(
            "cache",
            "lru_cache",
            "no_grad",
            "inference_mode",
            "compile",
            "jit",
            "overload",
            "total_ordering",
            "runtime_checkable",
            "property",
        ),
    }
)
_DATACLASS = frozenset({"dataclass", "dataclasses.dataclass", "dataclasses_json"})
_ATTRS = frozenset({"attr.s", "attr.attrs", "attrs.define", "attr.define", "define", "attrs.frozen", "frozen", "attr.dataclass"})


class Accepts(NamedTuple):
    """Parameters without the one that is given already. ``certain``: no decorator or unknown base may change them; ``fields``: they are fields."""

    parameters: tuple[Parameter, ...]
    certain: bool
    path: str
    line: int
    name: str
    fields: bool = False


class Misfit(NamedTuple):
    """One reason why a call does not fit: ``unknown``, ``twice`` and ``missing`` name a parameter; ``many`` says ``given>most``."""

    kind: str
    what: str


def accepts(code: Code, thing: Thing) -> Accepts | None:
    """What may be given to a callee; ``None`` when nobody can say."""
    line = thing.function.line if thing.function is not None else thing.cls.line if thing.cls is not None else 0
    key = (thing.kind, thing.path, thing.qualified, thing.bound, line)
    if key not in code.accepted:
        code.accepted[key] = _accepts(code, thing)
    return cast("Accepts | None", code.accepted[key])


def _accepts(code: Code, thing: Thing) -> Accepts | None:
    if thing.function is not None:
        f = thing.function
        certain = all(d.rpartition(".")[2] in _TRANSPARENT for d in f.decorators)
        return Accepts(_unbound(f.parameters) if thing.bound else f.parameters, certain, thing.path, f.line, thing.qualified)
    if thing.cls is None:
        return None
    if thing.kind == "class":
        return _constructor(code, thing, thing.cls)
    return _instance_call(code, thing, thing.cls)


class _Places(NamedTuple):
    """Where arguments can go: names of positional parameters, of those that take a keyword, of those that need an argument (and whether by keyword
    alone), and whether any number is taken.
    """

    positional: tuple[str, ...]
    by_keyword: frozenset[str]
    required: tuple[tuple[str, bool], ...]
    open_positional: bool
    open_keywords: bool


@lru_cache(maxsize=4096)
def _places(parameters: tuple[Parameter, ...]) -> _Places:
    return _Places(
        tuple(p.name for p in parameters if p.kind in ("/", "p")),
        frozenset(p.name for p in parameters if p.kind in ("p", "k")),
        tuple((p.name, p.kind == "k") for p in parameters if p.default is None and p.kind in ("/", "p", "k")),
        any(p.kind == "*" for p in parameters),
        any(p.kind == "**" for p in parameters),
    )


def misfits(accepted: Accepts, call: Call) -> tuple[Misfit, ...]:
    """Why a call does not fit; empty when it does, as far as its arguments are known."""
    positional, by_keyword, required, open_positional, open_keywords = _places(accepted.parameters)
    found = []
    if call.positional > len(positional) and not open_positional:
        found.append(Misfit("many", f"{call.positional}>{len(positional)}"))
    given = positional[: call.positional]
    for keyword in call.keywords:
        if keyword in given and keyword in by_keyword:
            found.append(Misfit("twice", keyword))
        elif keyword not in by_keyword and not open_keywords:
            found.append(Misfit("unknown", keyword))
    if not call.spread:
        found += [
            Misfit("missing", name)
            for name, alone in required
            if name not in given and name not in call.keywords and not (call.stars and not alone)
        ]
    return tuple(found)


def _unbound(parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    return parameters[1:] if parameters and parameters[0].kind in ("/", "p") else parameters


def _constructor(code: Code, thing: Thing, cls: Class) -> Accepts | None:
    lineage = code.lineage(thing.path, cls)
    for path, one in lineage.classes:
        made = [m for m in one.methods if m.name in ("__init__", "__new__")]
        if made:
            init = [m for m in made if m.name == "__init__"] or made
            if len(init) != 1:
                return None
            return Accepts(_unbound(init[0].parameters), certain=not init[0].decorators, path=path, line=init[0].line, name=thing.qualified)
        if _generated(one):
            return _dataclass(code, path, one, thing)
        if "NamedTuple" in {b.rpartition(".")[2] for b in one.base_texts}:
            return Accepts(
                tuple(_parameter(f) for f in one.fields if f.annotated), certain=True, path=path, line=one.line, name=thing.qualified
            )
        if not _bases_known(code, path, one):
            return None
    if not lineage.whole:
        return None
    return Accepts((), certain=not cls.decorators and not cls.keywords, path=thing.path, line=cls.line, name=thing.qualified)


def _bases_known(code: Code, path: str, cls: Class) -> bool:
    return all(
        text in ("object", "ABC", "abc.ABC", "Generic", "Protocol") or (ref is not None and isinstance(code.find(ref, path), Found))
        for ref, text in zip(cls.bases, cls.base_texts, strict=True)
    )


def _generated(cls: Class) -> bool:
    return any(d in _DATACLASS or d in _ATTRS for d in cls.decorators)


def _dataclass(code: Code, path: str, cls: Class, thing: Thing) -> Accepts | None:
    """The constructor that ``dataclass`` and its like write: fields of all bases first, each field once, at its first place."""
    lineage = code.lineage(path, cls)
    if not lineage.whole:
        return None
    fields: dict[str, Field] = {}
    for _, one in reversed(lineage.classes):
        if _generated(one):
            for f in one.fields:
                if f.annotated and not f.classvar:
                    fields[f.name] = f
    usual = all(d in _DATACLASS or d.rpartition(".")[2] in _TRANSPARENT for _, c in lineage.classes for d in c.decorators)
    found = tuple(_parameter(f) for f in fields.values() if f.init)
    return Accepts(found, certain=usual, path=path, line=cls.line, name=thing.qualified, fields=True)


def _parameter(field: Field) -> Parameter:
    return Parameter(field.name, "k" if field.keyword else "p", field.text or "…" if field.default else None)


def _instance_call(code: Code, thing: Thing, cls: Class) -> Accepts | None:
    """Calling an instance calls ``__call__``; modules of torch call ``forward``, which is taken where the base is not ours."""
    lineage = code.lineage(thing.path, cls)
    for name in ("__call__", "forward"):
        for path, one in lineage.classes:
            found = [m for m in one.methods if m.name == name]
            if len(found) == 1:
                if name == "forward" and lineage.whole:
                    return None
                return Accepts(
                    _unbound(found[0].parameters),
                    certain=name == "__call__" and not found[0].decorators,
                    path=path,
                    line=found[0].line,
                    name=f"{one.qualified}.{name}",
                )
    return None
