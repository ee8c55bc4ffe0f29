"""What a look-up can answer, and what it knows of classes."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from syncline.account.seam.facts import Class, Function


class Thing(NamedTuple):
    """Something with a definition: ``kind`` is ``module``, ``function``, ``class`` or ``instance``; ``bound`` tells that self is given already."""

    kind: str
    path: str
    qualified: str = ""
    function: Function | None = None
    cls: Class | None = None
    bound: bool = False


class Found(NamedTuple):
    """It exists. ``things`` are its possible definitions; none when it is a value that nothing is known of."""

    things: tuple[Thing, ...] = ()


class Missing(NamedTuple):
    """``name`` should be in ``holder``, and is not. ``certain`` is false where an unknown base or decorator might bring it."""

    holder: Thing
    name: str
    certain: bool


Answer: TypeAlias = "Found | Missing | None"


class Lineage(NamedTuple):
    """A class and its bases in the order in which attributes are looked up. ``whole``: all bases are known."""

    classes: tuple[tuple[str, Class], ...]
    whole: bool


def member_names(cls: Class) -> frozenset[str]:
    """Everything that a class itself defines."""
    return frozenset({*(m.name for m in cls.methods), *(f.name for f in cls.fields), *(w.name for w in cls.written), *cls.nested})


def linear(lists: list[list[tuple[str, Class]]]) -> list[tuple[str, Class]]:
    """Python's own order of bases (C3); where there is none, depth first."""
    merged: list[tuple[str, Class]] = []
    rest = [list(one) for one in lists if one]
    while rest:
        for one in rest:
            head = one[0]
            if not any(_same(head, other) for line in rest for other in line[1:]):
                break
        else:
            head = rest[0][0]
        merged.append(head)
        rest = [kept for line in rest if (kept := [o for o in line if not _same(o, head)])]
    return merged


def _same(one: tuple[str, Class], other: tuple[str, Class]) -> bool:
    return one[0] == other[0] and one[1].qualified == other[1].qualified
