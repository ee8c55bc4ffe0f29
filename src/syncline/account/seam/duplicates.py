"""What a Python file defines more than once in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from syncline.account.seam.code import Code
from syncline.account.seam.facts import Class, Function
from syncline.account.seam.module import Module
from syncline.account.seam.trees import Seam
from syncline.core.merge import Side
from syncline.core.names import RepoPath

# Decorators under which one name is defined again on purpose.
_AGAIN = frozenset(
    {"overload", "setter", "getter", "deleter", "register", "dispatch", "singledispatch", "impl", "define", "when", "multimethod"}
)
_INSIDE = ("inside",)


class Key(NamedTuple):
    """What is defined: ``kind`` in words, the class or function around it, the name, and the arm of a conditional it stands in."""

    kind: str
    owner: str
    name: str
    branch: tuple[str, ...] = ()


class Twice(NamedTuple):
    """A definition that the merge has more often than either parent. ``texts`` are its copies; ``lines`` where they start."""

    path: RepoPath
    key: Key
    lines: tuple[int, ...]
    texts: tuple[str, ...]
    sides: tuple[Side, ...]

    @property
    def same(self) -> bool:
        """True when all copies are alike, so that nothing is hidden."""
        return len(set(self.texts)) == 1


def twice(seam: Seam) -> Iterator[Twice]:
    """Definitions that stand twice in the merged version of a file, and in neither parent's so often."""
    for path in seam.novel:
        found: dict[Key, list[tuple[int, int]]] = {}
        for key, line, end in _definitions(seam.merged.module(path)):
            found.setdefault(key, []).append((line, end))
        repeated = {key: spans for key, spans in found.items() if len(spans) > 1}
        if not repeated:
            continue
        before = {side: _counts(seam.side(side), seam.before(path, side)) for side in Side}
        whole = {f"{key.owner}.{key.name}".lstrip(".") for key in repeated if key.kind == "class"}
        for key, spans in repeated.items():
            if key.owner in whole:
                continue  # the class itself stands there twice: that is the finding
            loose = key._replace(branch=())
            if len(spans) > max(before[side][loose] for side in Side):
                copies = sorted(set(spans))
                texts = tuple(_bare(seam.text(seam.merged, path, a, b)) for a, b in copies)
                sides = tuple(side for side in Side if before[side][loose])
                if len(copies) > 1 or key.kind == "key":
                    yield Twice(path, key, tuple(a for a, _ in copies), texts, sides)


def _bare(lines: Iterable[str]) -> str:
    """A definition without what a formatter changes: white space, and which quotes stand around a string."""
    return "".join("".join(lines).split()).replace("'", '"')


def _counts(code: Code, path: RepoPath | None) -> Counter[Key]:
    """How often a version has each definition, whatever the arm: a parent that has it in two arms is no measure for less."""
    if path is None:
        return Counter()
    return Counter(key._replace(branch=()) for key, _, _ in _definitions(code.module(path)))


def _definitions(module: Module) -> Iterator[tuple[Key, int, int]]:
    for f in module.functions:
        # A function inside of another may be made anew for each use.
        if not _meant(f) and f.outer != "function":
            kind = "method" if f.owner else "function"
            yield Key(kind, f.qualified.rpartition(".")[0], f.name, f.branch), f.line, f.end
    for c in module.classes:
        yield Key("class", c.qualified.rpartition(".")[0], c.name, c.branch), c.line, c.end
        yield from _of_class(c)
    for b in module.bindings:
        if b.kind in ("assign", "annotation") and b.branch != _INSIDE and b.name.strip("_").isupper() and b.name not in b.words:
            yield Key("constant", "", b.name, b.branch), b.line, b.end or b.line
    for o in module.options:
        for flag in o.flags:
            if flag.startswith("-"):
                yield Key("option", f"{o.scope} {o.parser}".strip(), flag, o.branch), o.line, o.line
    for r in module.repeated:
        yield Key("key", r.scope, r.key), r.first, r.first
        yield Key("key", r.scope, r.key), r.line, r.line


def _of_class(c: Class) -> Iterator[tuple[Key, int, int]]:
    values = any(text.rpartition(".")[2].endswith(("Enum", "Flag")) for text in c.base_texts)
    for one in c.fields:
        if one.name != "_" and one.name not in one.words:
            yield Key("field", c.qualified, one.name, one.branch), one.line, one.end
        if values and one.text and one.text[0] in "'\"0123456789-" and not one.annotated:
            yield Key("value", c.qualified, one.text, one.branch), one.line, one.line


def _meant(f: Function) -> bool:
    return f.name == "_" or any(d.rpartition(".")[2] in _AGAIN for d in f.decorators)
