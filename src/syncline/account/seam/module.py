"""The facts of one file, opened as far as they are asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Any, NamedTuple

from syncline.account.seam.facts import (
    Attribute,
    Binding,
    Call,
    Class,
    Dead,
    Field,
    Function,
    Guard,
    Import,
    Name,
    Option,
    Parameter,
    Ref,
    Repeated,
    Spot,
    Written,
)
from syncline.account.seam.packing import Part, opened, unpack
from syncline.account.seam.shapes import Mark


class Interest(NamedTuple):
    """Names that a use has to hold to be of interest: those of members, and those of modules that a file can meet."""

    members: AbstractSet[str]
    tops: AbstractSet[str]

    def meets(self, words: Iterable[str]) -> bool:
        """True when one of the words is such a name."""
        return not (self.members.isdisjoint(words) and self.tops.isdisjoint(words))


class Module:
    """Everything of one file; what each field means is said in ``facts.Facts``.

    Parts that many questions share are kept once they are open. Calls and attributes are not: they are most of the size, and are asked for by name.
    """

    def __init__(self, facts: bytes, uses: Callable[[], tuple[bytes, ...]]) -> None:
        """``facts`` as ``packing.pack`` made them; ``uses`` gives the parts of the other. Raises ``ValueError`` for anything else."""
        try:
            head, self._parts = unpack(facts)
            parsed, opening, script, exported, stars, self._undefined, self._repeated, self._dead = head
        except TypeError as error:
            raise ValueError("these are no facts") from error
        self._uses = uses
        self.parsed: bool = parsed
        self.open: bool = opening
        self.script: bool = script
        self.exported: tuple[str, ...] | None = exported
        self.stars: tuple[tuple[str, int], ...] = stars

    def _opened(self, part: Part) -> Any:  # noqa: ANN401 - each property says what it is
        data = self._parts[part] if part < Part.CALLS else self._uses()[part - Part.CALLS]
        return opened(data) if data else ()

    @cached_property
    def undefined(self) -> tuple[Name, ...]:
        """Names that are bound nowhere in the file."""
        return tuple(Name(name, line, scope, Guard(guard)) for name, line, scope, guard in self._undefined)

    @cached_property
    def repeated(self) -> tuple[Repeated, ...]:
        """Keys that stand twice in one dict display."""
        return tuple(map(Repeated._make, self._repeated))

    @cached_property
    def dead(self) -> tuple[Dead, ...]:
        """Statements that nothing reaches."""
        return tuple(map(Dead._make, self._dead))

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        """All imported names."""
        return tuple(Import._make((*row[:6], _GUARDS[row[6]])) for row in self._opened(Part.IMPORTS))

    @cached_property
    def reached(self) -> frozenset[str]:
        """Every word of the modules and names that the file imports: what it can get at from outside passes one of them."""
        words = {word for one in self.imports for word in (*one.module.split("."), one.name)}
        return frozenset(word for word in (*words, *(word for module, _ in self.stars for word in module.split("."))) if word)

    @cached_property
    def bindings(self) -> tuple[Binding, ...]:
        """Names bound at the top."""
        return tuple(map(_binding, self._opened(Part.BINDINGS)))

    @cached_property
    def _bound(self) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}
        for row in self._opened(Part.BINDINGS):
            found.setdefault(row[0], []).append(row)
        return found

    def bound(self, name: str) -> tuple[Binding, ...]:
        """How one name is bound at the top; nothing when it is not."""
        rows = self._bound.get(name)
        return tuple(map(_binding, rows)) if rows else ()

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        """All functions and methods."""
        return tuple(map(_function, self._opened(Part.FUNCTIONS)))

    @cached_property
    def classes(self) -> tuple[Class, ...]:
        """All classes."""
        return tuple(map(_class, self._opened(Part.CLASSES)))

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Command-line options."""
        return tuple(map(Option._make, self._opened(Part.OPTIONS)))

    @property
    def marks(self) -> Mapping[tuple[str, str, str], Mark]:
        """What users of each definition depend on, in short (``shapes.Key``)."""
        return self._opened(Part.MARKS) or {}

    @property
    def edges(self) -> tuple[tuple[str, str, str, bool], ...]:
        """Names that pass another on (``shapes.Edge``)."""
        found: tuple[tuple[str, str, str, bool], ...] = self._opened(Part.EDGES)
        return found

    @property
    def calls(self) -> tuple[Call, ...]:
        """All calls."""
        return self.calls_of(None)

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """All attributes, and what tests replace."""
        return self.attributes_of(None)

    def calls_of(self, interest: Interest | None) -> tuple[Call, ...]:
        """Calls whose reference holds a name of interest, in their order; all for ``None``."""
        refs, rows = self._narrowed(Part.CALLS, interest)
        return tuple(Call._make((refs[row[0]], *row[1:8], _GUARDS[row[8]])) for row in rows)

    def attributes_of(self, interest: Interest | None) -> tuple[Attribute, ...]:
        """Attributes whose reference holds a name of interest, in their order; all for ``None``."""
        refs, rows = self._narrowed(Part.ATTRIBUTES, interest)
        return tuple(Attribute._make((refs[row[0]], *row[1:4], _GUARDS[row[4]], row[5])) for row in rows)

    def _narrowed(self, part: Part, interest: Interest | None) -> tuple[dict[int, Ref], tuple[Any, ...]]:
        """The references that hold a name of interest, by number, and their uses."""
        used = self._opened(Part.USED)
        words: frozenset[str] = used[part - Part.CALLS] if used else frozenset()
        if not (words if interest is None else interest.meets(words)):
            return {}, ()
        table, rows = self._opened(part)
        wanted = {n: _some(raw) for n, (raw, held) in enumerate(table) if interest is None or interest.meets(held)}
        return wanted, rows if interest is None else tuple(row for row in rows if row[0] in wanted)

    @cached_property
    def patches(self) -> tuple[Attribute, ...]:
        """What tests replace."""
        used = self._opened(Part.USED)
        return tuple(a for a in self.attributes if a.patched) if used and used[2] else ()

    @cached_property
    def reads(self) -> tuple[Spot, ...]:
        """Attributes that are read, of whatever."""
        return tuple(map(_spot, self._opened(Part.READS)))

    @cached_property
    def stores(self) -> tuple[Spot, ...]:
        """Attributes that are written, of whatever."""
        return tuple(map(_spot, self._opened(Part.STORES)))

    @cached_property
    def loads(self) -> frozenset[tuple[str, str]]:
        """Pairs of a function and a name of the module that it reads when it runs."""
        return self._opened(Part.LOADS) or frozenset()

    @cached_property
    def _words(self) -> tuple[frozenset[str], frozenset[str]]:
        words, given = self._opened(Part.WORDS) or (frozenset(), frozenset())
        return _interned(words), _interned(given)

    @property
    def words(self) -> frozenset[str]:
        """Everything that may define a name in any way."""
        return self._words[0]

    @property
    def given(self) -> frozenset[str]:
        """The keywords of all calls."""
        return self._words[1]

    @cached_property
    def read(self) -> frozenset[str]:
        """The names of all attributes that are read."""
        found = self._opened(Part.READ)
        return _interned(found[0]) if found else frozenset()

    @property
    def defines(self) -> tuple[tuple[str, int, bool], ...]:
        """Options and annotated fields: name, line, and whether it is an option."""
        found = self._opened(Part.READ)
        return found[1] if found else ()


_GUARDS = tuple(Guard(n) for n in range(int(~Guard(0)) + 1))


def _interned(words: frozenset[str]) -> frozenset[str]:
    """The same words; each text is in memory once, whatever files hold it."""
    return frozenset(map(sys.intern, words))


def _some(raw: Any) -> Ref:  # noqa: ANN401 - plain values
    root, name, inner, chain = raw
    return Ref(root, name, _ref(inner), chain)


def _ref(raw: Any) -> Ref | None:  # noqa: ANN401 - plain values
    return None if raw is None else _some(raw)


def _binding(row: Any) -> Binding:  # noqa: ANN401 - plain values
    return Binding._make((*row[:4], _ref(row[4]), *row[5:]))


def _function(row: Any) -> Function:  # noqa: ANN401 - plain values
    return Function._make((*row[:4], tuple(map(Parameter._make, row[4])), *row[5:8], _ref(row[8]), *row[9:]))


def _class(row: Any) -> Class:  # noqa: ANN401 - plain values
    fields = tuple(Field._make((*f[:5], _ref(f[5]), *f[6:])) for f in row[9])
    written = tuple(Written._make((*w[:3], _ref(w[3]), w[4])) for w in row[11])
    return Class._make((*row[:4], tuple(map(_ref, row[4])), *row[5:9], fields, tuple(map(_function, row[10])), written, *row[12:]))


def _spot(row: Any) -> Spot:  # noqa: ANN401 - plain values
    return Spot(row[0], row[1], row[2], _GUARDS[row[3]], row[4])
