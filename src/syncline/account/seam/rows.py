"""Packed rows → values: what ``module.Module`` opens."""

from __future__ import annotations

import sys
from typing import Any

from syncline.account.seam.facts import (
    Attribute,
    Binding,
    Call,
    Class,
    Field,
    Function,
    Guard,
    Parameter,
    Ref,
    Spot,
    Written,
)
from syncline.account.seam.packing import Part, opened


class Uses:
    """The parts of what a file uses, each opened once."""

    def __init__(self, parts: tuple[bytes, ...]) -> None:
        self._parts = parts
        self._open: dict[Part, Any] = {}
        self._said: dict[Part, dict[str, list[Any]]] = {}

    def opened(self, part: Part) -> Any:  # noqa: ANN401 - plain values; ``Module`` gives them their types
        """The plain values of one part; empty where there are none."""
        if part not in self._open:
            data = self._parts[part - Part.CALLS]
            self._open[part] = opened(data) if data else ()
        return self._open[part]

    def said(self, part: Part, text: str) -> tuple[Any, list[Any]]:
        """The references of calls or attributes, and the uses of one text."""
        refs, rows = self.opened(part) or ((), ())
        if part not in self._said:
            found = self._said[part] = {}
            for row in rows:
                found.setdefault(row[1], []).append(row)
        return refs, self._said[part].get(text, [])


# By their numbers, as they are packed.
GUARDS = tuple(Guard(n) for n in range(int(~Guard(0)) + 1))


def interned(words: frozenset[str]) -> frozenset[str]:
    """The same words; each text is in memory once, whatever files hold it."""
    return frozenset(map(sys.intern, words))


def reference(raw: Any) -> Ref:  # noqa: ANN401 - plain values
    """An expression that can be looked up."""
    root, name, inner, chain = raw
    return Ref(root, name, _maybe(inner), chain)


def _maybe(raw: Any) -> Ref | None:  # noqa: ANN401 - plain values
    return None if raw is None else reference(raw)


def call_of(ref: Ref, row: Any) -> Call:  # noqa: ANN401 - plain values
    """A call of ``ref``."""
    return Call._make((ref, *row[1:8], GUARDS[row[8]]))


def attribute_of(ref: Ref, row: Any) -> Attribute:  # noqa: ANN401 - plain values
    """An attribute that reads as ``ref``."""
    return Attribute._make((ref, *row[1:4], GUARDS[row[4]], row[5]))


def binding_of(row: Any) -> Binding:  # noqa: ANN401 - plain values
    """A name bound at the top."""
    return Binding._make((*row[:4], _maybe(row[4]), *row[5:]))


def function_of(row: Any) -> Function:  # noqa: ANN401 - plain values
    """A function or method."""
    return Function._make((*row[:4], tuple(map(Parameter._make, row[4])), *row[5:8], _maybe(row[8]), *row[9:]))


def class_of(row: Any) -> Class:  # noqa: ANN401 - plain values
    """A class."""
    fields = tuple(Field._make((*f[:5], _maybe(f[5]), *f[6:])) for f in row[9])
    written = tuple(Written._make((*w[:3], _maybe(w[3]), w[4])) for w in row[11])
    return Class._make((*row[:4], tuple(map(_maybe, row[4])), *row[5:9], fields, tuple(map(function_of, row[10])), written, *row[12:]))


def spot_of(row: Any) -> Spot:  # noqa: ANN401 - plain values
    """An attribute of whatever."""
    return Spot(row[0], row[1], row[2], GUARDS[row[3]], row[4])
