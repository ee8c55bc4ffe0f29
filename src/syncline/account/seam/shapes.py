"""What users of a file depend on, in short: one mark for each definition, and which names pass another on.

Two versions of a file whose marks agree answer every look-up alike. Marks are made once for each blob, so that trees are compared by them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from syncline.account.seam.facts import Class, Facts, Ref

# Aspects of a definition: that it is there and what it is bound to, what it takes when it is called, what it makes or holds, what it inherits,
# what the constructor that its fields make takes, and whether names can appear in a module that nobody can see.
THERE, TAKES, HOLDS, INHERITS, BUILDS, OPENS = "there", "takes", "holds", "inherits", "builds", "opens"


class Key(NamedTuple):
    """One aspect of a definition; ``owner`` is its class, or empty."""

    owner: str
    name: str
    aspect: str


# The text of an import where a name is merely imported, else a digest.
Mark: TypeAlias = "str | bytes"


class Edge(NamedTuple):
    """``name`` passes on what ``mention`` is. ``kind``: ``alias`` (the thing itself), ``made`` (what it makes or is an instance of), ``base``.

    ``top``: it is a name of the module, not of a class.
    """

    name: str
    kind: str
    mention: str
    top: bool


def marks(facts: Facts) -> dict[tuple[str, str, str], Mark]:
    """A mark for each aspect (``Key``) of the definitions at the top of a file and in its classes."""
    found: dict[tuple[str, str, str], list[object]] = {}
    for b in facts.bindings:
        found.setdefault(("", b.name, THERE), []).append(b.kind if b.kind.startswith("import") else (b.kind, b.ref))
    for f in facts.functions:
        if f.outer != "function":
            owner = f.owner.rpartition(".")[2]
            found.setdefault((owner, f.name, TAKES), []).append((f.parameters, f.decorators, f.stub))
            if f.returns is not None:
                found.setdefault((owner, f.name, HOLDS), []).append(f.returns)
    for c in facts.classes:
        _of_class(c, found)
    if facts.parsed:
        found["", "", OPENS] = [(facts.open, facts.stars)]
    return {key: _mark(shapes) for key, shapes in found.items()}


def _of_class(c: Class, found: dict[tuple[str, str, str], list[object]]) -> None:
    built = tuple((f.name, f.default, f.text, f.init, f.keyword, f.classvar) for f in c.fields if f.annotated)
    found.setdefault(("", c.name, BUILDS), []).append(built)
    found.setdefault(("", c.name, INHERITS), []).append((c.bases, c.base_texts, c.decorators, c.keywords, c.open))
    for field in c.fields:
        found.setdefault((c.name, field.name, HOLDS), []).append((field.annotation, field.annotated))
    for written in c.written:
        found.setdefault((c.name, written.name, HOLDS), []).append(written.value)
    for name in c.nested:
        found.setdefault((c.name, name, THERE), []).append("nested")


def _mark(shapes: list[object]) -> Mark:
    if len(shapes) == 1 and isinstance(shapes[0], str) and shapes[0].startswith("import"):
        return shapes[0]
    return hashlib.blake2b(repr(shapes).encode("utf-8", "surrogatepass"), digest_size=8).digest()


def edges(facts: Facts) -> tuple[Edge, ...]:
    """Which names of the file pass another on, each once; imports speak for themselves."""
    return tuple(dict.fromkeys(edge for edge in _edges(facts) if edge.mention))


def _edges(facts: Facts) -> Iterator[Edge]:
    for b in facts.bindings:
        if b.ref is not None and b.kind == "assign":
            yield _passed(b.name, b.ref, top=True)
    for f in facts.functions:
        if f.returns is not None:
            yield Edge(f.name, "made", _last(f.returns), not f.owner)
    for c in facts.classes:
        yield from (Edge(c.name, "base", text.rpartition(".")[2], top=True) for text in c.base_texts)
        yield from (Edge(one.name, "made", _last(one.annotation), top=False) for one in c.fields if one.annotation is not None)
        yield from (_passed(one.name, one.value, top=False) for one in c.written if one.value is not None)


def _passed(name: str, ref: Ref, *, top: bool) -> Edge:
    made = ref.root in ("call", "instance") and not ref.chain
    return Edge(name, "made" if made else "alias", _last(ref), top)


def _last(ref: Ref) -> str:
    """The last word of what a reference names."""
    if ref.chain:
        return ref.chain[-1]
    if ref.inner is not None:
        return _last(ref.inner)
    return ref.name.rpartition(":")[2].rpartition(".")[2]


def words_of(ref: Ref) -> tuple[str, ...]:
    """Every name that looking up a reference may pass through, as far as its own text tells; of an imported module the last one."""
    if ref.root == "import":
        _, module, *name = ref.name.split(":")
        words = [module.rpartition(".")[2], *name]
    else:
        words = ref.name.split(".")
    inner = words_of(ref.inner) if ref.inner is not None else ()
    return tuple(dict.fromkeys(word for word in (*words, *inner, *ref.chain) if word))
