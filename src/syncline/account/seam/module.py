"""The facts of one file, opened as far as they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeVar

from syncline.account.seam.facts import (
    Attribute,
    Binding,
    Call,
    Class,
    Dead,
    Function,
    Guard,
    Import,
    Name,
    Option,
    Ref,
    Repeated,
    Spot,
)
from syncline.account.seam.packing import Part, opened, unpack
from syncline.account.seam.rows import (
    GUARDS,
    Uses,
    attribute_of,
    binding_of,
    call_of,
    class_of,
    function_of,
    interned,
    reference,
    spot_of,
)
from syncline.account.seam.shapes import Mark

T = TypeVar("T")


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

    def __init__(self, facts: bytes, uses: Callable[[], Uses]) -> None:
        """``facts`` as ``packing.pack`` made them; ``uses`` gives the parts of the other. Raises ``ValueError`` for anything else."""
        try:
            head, self._parts = unpack(facts)
            parsed, opening, script, exported, stars, self._undefined, self._repeated, self._dead = head
        except TypeError as error:
            raise ValueError("these are no facts") from error
        self._uses = uses
        self._functions: dict[str, tuple[Function, ...]] = {}
        self._classes: dict[str, tuple[Class, ...]] = {}
        self.parsed: bool = parsed
        self.open: bool = opening
        self.script: bool = script
        self.exported: tuple[str, ...] | None = exported
        self.stars: tuple[tuple[str, int], ...] = stars

    def _opened(self, part: Part) -> Any:  # noqa: ANN401 - each property says what it is
        if part >= Part.CALLS:
            return self._uses().opened(part)
        data = self._parts[part]
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
        return tuple(Import._make((*row[:6], GUARDS[row[6]])) for row in self._opened(Part.IMPORTS))

    @cached_property
    def reached(self) -> frozenset[str]:
        """Every word of the modules and names that the file imports: what it can get at from outside passes one of them."""
        words = {word for one in self.imports for word in (*one.module.split("."), one.name)}
        return frozenset(word for word in (*words, *(word for module, _ in self.stars for word in module.split("."))) if word)

    @cached_property
    def bindings(self) -> tuple[Binding, ...]:
        """Names bound at the top."""
        return tuple(map(binding_of, self._opened(Part.BINDINGS)))

    @cached_property
    def _bound(self) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}
        for row in self._opened(Part.BINDINGS):
            found.setdefault(row[0], []).append(row)
        return found

    def bound(self, name: str) -> tuple[Binding, ...]:
        """How one name is bound at the top; nothing when it is not."""
        rows = self._bound.get(name)
        return tuple(map(binding_of, rows)) if rows else ()

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        """All functions and methods."""
        return tuple(map(function_of, self._opened(Part.FUNCTIONS)))

    @cached_property
    def classes(self) -> tuple[Class, ...]:
        """All classes."""
        return tuple(map(class_of, self._opened(Part.CLASSES)))

    @cached_property
    def _named(self) -> dict[tuple[Part, str], list[Any]]:
        found: dict[tuple[Part, str], list[Any]] = {}
        for part in (Part.FUNCTIONS, Part.CLASSES):
            for row in self._opened(part):
                found.setdefault((part, row[1]), []).append(row)
        return found

    def functions_of(self, qualified: str) -> tuple[Function, ...]:
        """The functions of one qualified name: of most files only a few are asked for."""
        if qualified not in self._functions:
            self._functions[qualified] = tuple(map(function_of, self._named.get((Part.FUNCTIONS, qualified), ())))
        return self._functions[qualified]

    def classes_of(self, qualified: str) -> tuple[Class, ...]:
        """The classes of one qualified name."""
        if qualified not in self._classes:
            self._classes[qualified] = tuple(map(class_of, self._named.get((Part.CLASSES, qualified), ())))
        return self._classes[qualified]

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

    def calls_said(self, text: str) -> tuple[Call, ...]:
        """All calls whose callee has this text."""
        refs, rows = self._uses().said(Part.CALLS, text)
        return tuple(call_of(reference(refs[row[0]][0]), row) for row in rows)

    def attributes_said(self, text: str) -> tuple[Attribute, ...]:
        """All attributes of this text."""
        refs, rows = self._uses().said(Part.ATTRIBUTES, text)
        return tuple(attribute_of(reference(refs[row[0]][0]), row) for row in rows)

    def calls_of(self, interest: Interest | None) -> tuple[Call, ...]:
        """Calls whose reference holds a name of interest, in their order; all for ``None``."""
        return tuple(call for call, _ in self.calls_told(interest, _anything))

    def calls_told(
        self, interest: Interest | None, told: Callable[[Ref], T | None], unless: Guard = Guard.NONE
    ) -> Iterator[tuple[Call, T]]:
        """The same calls with what ``told`` says of their reference, which is asked once for each; without those of which it says ``None``, and
        without those under a guard.
        """
        for ref, row, answer in self._told(Part.CALLS, interest, told, unless):
            yield call_of(ref, row), answer

    def shapes_of(self, interest: Interest | None) -> frozenset[tuple[str, str, int, tuple[str, ...]]]:
        """Of the same calls: the scope, the text of the callee, the number of positional arguments, and the keywords."""
        numbers, rows = self._narrowed(Part.CALLS, interest)
        return frozenset((row[3], row[1], row[4], row[5]) for row in rows if row[0] in numbers)

    def attributes_of(self, interest: Interest | None) -> tuple[Attribute, ...]:
        """Attributes whose reference holds a name of interest, in their order; all for ``None``."""
        return tuple(use for use, _ in self.attributes_told(interest, _anything))

    def attributes_told(
        self, interest: Interest | None, told: Callable[[Ref], T | None], unless: Guard = Guard.NONE
    ) -> Iterator[tuple[Attribute, T]]:
        """The same attributes with what ``told`` says of their reference, as for calls."""
        for ref, row, answer in self._told(Part.ATTRIBUTES, interest, told, unless):
            yield attribute_of(ref, row), answer

    def _told(self, part: Part, interest: Interest | None, told: Callable[[Ref], T | None], unless: Guard) -> Iterator[tuple[Ref, Any, T]]:
        """Uses as rows, each with its reference and what is told of it. Most uses share theirs with others, and of most nothing is told."""
        numbers, rows = self._narrowed(part, interest)
        at, guard = (8 if part is Part.CALLS else 4), int(unless)
        asked: dict[int, tuple[Ref, T | None]] = {}
        for row in rows:
            number = row[0]
            if number not in numbers or row[at] & guard:
                continue
            known = asked.get(number)
            if known is None:
                ref = reference(numbers[number])
                known = asked[number] = ref, told(ref)
            if known[1] is not None:
                yield known[0], row, known[1]

    def _narrowed(self, part: Part, interest: Interest | None) -> tuple[dict[int, Any], tuple[Any, ...]]:
        """The references that hold a name of interest, by number, and all uses."""
        used = self._opened(Part.USED)
        words: frozenset[str] = used[part - Part.CALLS] if used else frozenset()
        met = words if interest is None else (words & interest.members) | (words & interest.tops)
        if not met:
            return {}, ()
        table, rows = self._opened(part)
        return {n: raw for n, (raw, held) in enumerate(table) if interest is None or not met.isdisjoint(held)}, rows

    @property
    def spans(self) -> tuple[tuple[int, int, str], ...]:
        """The first and last line of each definition, and its qualified name."""
        return tuple((row[2], row[3], row[1]) for part in (Part.FUNCTIONS, Part.CLASSES) for row in self._opened(part))

    @cached_property
    def patches(self) -> tuple[Attribute, ...]:
        """What tests replace."""
        used = self._opened(Part.USED)
        return tuple(a for a in self.attributes if a.patched) if used and used[2] else ()

    @cached_property
    def reads(self) -> tuple[Spot, ...]:
        """Attributes that are read, of whatever."""
        return tuple(map(spot_of, self._opened(Part.READS)))

    @cached_property
    def stores(self) -> tuple[Spot, ...]:
        """Attributes that are written, of whatever."""
        return tuple(map(spot_of, self._opened(Part.STORES)))

    @cached_property
    def loads(self) -> frozenset[tuple[str, str]]:
        """Pairs of a function and a name of the module that it reads when it runs."""
        return self._opened(Part.LOADS) or frozenset()

    @cached_property
    def _words(self) -> tuple[frozenset[str], frozenset[str]]:
        words, given = self._opened(Part.WORDS) or (frozenset(), frozenset())
        return interned(words), interned(given)

    @property
    def words(self) -> frozenset[str]:
        """Everything that may define a name in any way."""
        return self._words[0]

    @property
    def given(self) -> frozenset[str]:
        """The keywords of all calls."""
        return self._words[1]

    @cached_property
    def _reading(self) -> tuple[frozenset[str], tuple[tuple[str, int, bool], ...]]:
        read, defines = self._opened(Part.READ) or (frozenset(), ())
        return interned(read), defines

    @property
    def read(self) -> frozenset[str]:
        """The names of all attributes that are read."""
        return self._reading[0]

    @property
    def defines(self) -> tuple[tuple[str, int, bool], ...]:
        """Options and annotated fields: name, line, and whether it is an option."""
        return self._reading[1]


def _anything(ref: Ref) -> Literal[True]:
    del ref
    return True
