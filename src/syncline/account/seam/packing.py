"""Facts of a file ↔ bytes: parts that are opened one by one, of plain values alone.

A tree has hundreds of thousands of uses, and an audit looks at few of them. So a part is unpacked when it is asked for, and of the uses only
those that name something of interest become values. What is unpacked can name no class: nothing in it can run.
"""

from __future__ import annotations

import io
import pickle
import zlib
from collections.abc import Iterable
from enum import IntEnum
from typing import Any, NamedTuple

from syncline.account.seam.facts import Call, Class, Facts, Field, Function, Parameter, Ref
from syncline.account.seam.shapes import edges, marks, words_of

# Bytes of the sum over the rest: it tells what was cut off or spoilt, and an audit makes one over a hundred megabytes.
_SUM = 4


class Part(IntEnum):
    """The parts of a file's facts, in the order in which they are packed. Those from ``CALLS`` on are most of the size, and are packed apart."""

    IMPORTS = 0
    BINDINGS = 1
    FUNCTIONS = 2
    CLASSES = 3
    MARKS = 4
    EDGES = 5
    WORDS = 6
    READ = 7
    OPTIONS = 8
    USED = 9
    CALLS = 10
    ATTRIBUTES = 11
    READS = 12
    STORES = 13
    LOADS = 14


class Packed(NamedTuple):
    """Facts as bytes: what a file defines, and what it uses."""

    facts: bytes
    uses: bytes


def pack(facts: Facts) -> Packed:
    """Facts as bytes, with a sum over them."""
    head = (
        facts.parsed,
        facts.open,
        facts.script,
        facts.exported,
        facts.stars,
        tuple((*name[:3], int(name.guard)) for name in facts.undefined),
        tuple(map(tuple, facts.repeated)),
        tuple(map(tuple, facts.dead)),
    )
    calls, attributes = _uses(facts.calls), _uses(facts.attributes)
    values = (
        tuple((*one[:6], int(one.guard)) for one in facts.imports),
        tuple((*b[:4], _ref(b.ref), *b[5:]) for b in facts.bindings),
        tuple(map(_function, facts.functions)),
        tuple(map(_class, facts.classes)),
        marks(facts),
        tuple(map(tuple, edges(facts))),
        (facts.words, facts.given) if facts.words or facts.given else (),
        (frozenset(spot.name for spot in facts.reads), _defines(facts)) if facts.parsed else (),
        tuple(map(tuple, facts.options)),
        (_used(calls), _used(attributes), any(a.patched for a in facts.attributes)) if calls or attributes else (),
        calls,
        attributes,
        tuple([(name, line, scope, int(guard), root) for name, line, scope, guard, root in facts.reads]),
        tuple([(name, line, scope, int(guard), root) for name, line, scope, guard, root in facts.stores]),
        facts.loads,
    )
    parts = tuple(pickle.dumps(value, 5) if value else b"" for value in values)
    return Packed(_summed((head, parts[: Part.CALLS])), _summed(parts[Part.CALLS :]))


def _summed(value: object) -> bytes:
    body = pickle.dumps(value, 5)
    return _sum(body) + body


def _sum(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(_SUM, "little")


def unpack(data: bytes) -> tuple[Any, ...]:
    """What was packed into one of the two. Raises ``ValueError`` for what ``pack`` did not make."""
    body = data[_SUM:]
    if _sum(body) != data[:_SUM]:
        raise ValueError("these are no facts")
    found = opened(body)
    if not isinstance(found, tuple):
        raise ValueError("these are no facts")  # noqa: TRY004 - the one error of this module
    return found


def opened(part: bytes) -> Any:  # noqa: ANN401 - plain values; ``module.Module`` gives them their types
    """The plain values in a part. Raises ``ValueError`` for anything else."""
    try:
        return _Plain(io.BytesIO(part)).load()
    except (pickle.UnpicklingError, EOFError, AttributeError, TypeError, IndexError, KeyError) as error:
        raise ValueError("these are no facts") from error


class _Plain(pickle.Unpickler):
    """Reads tuples, sets, texts and numbers, and nothing that has a class."""

    def find_class(self, module: str, name: str) -> object:
        raise pickle.UnpicklingError(f"no plain value: {module}.{name}")


def _defines(facts: Facts) -> tuple[tuple[str, int, bool], ...]:
    """Options and fields of configurations, each with its line and whether it is an option."""
    fields = (one for cls in facts.classes for one in cls.fields if one.annotated and not one.classvar)
    return (*((o.dest, o.line, True) for o in facts.options), *((one.name, one.line, False) for one in fields))


def _ref(ref: Ref | None) -> tuple[Any, ...] | None:
    return None if ref is None else (ref.root, ref.name, _ref(ref.inner), ref.chain)


def _parameters(parameters: tuple[Parameter, ...]) -> tuple[tuple[Any, ...], ...]:
    return tuple(map(tuple, parameters))


def _function(f: Function) -> tuple[Any, ...]:
    return (*f[:4], _parameters(f.parameters), *f[5:8], _ref(f.returns), *f[9:])


def _class(c: Class) -> tuple[Any, ...]:
    return (
        *c[:4],
        tuple(map(_ref, c.bases)),
        *c[5:9],
        tuple(map(_field, c.fields)),
        tuple(map(_function, c.methods)),
        tuple((*w[:3], _ref(w.value), w.none) for w in c.written),
        *c[12:],
    )


def _field(f: Field) -> tuple[Any, ...]:
    return (*f[:5], _ref(f.annotation), *f[6:])


def _uses(uses: Iterable[Any]) -> tuple[Any, ...]:
    """References, each once and with the words in it; and the uses, each with the number of its reference in place of it."""
    numbers: dict[Ref, int] = {}
    rows = []
    for use in uses:
        number = numbers.setdefault(use.ref, len(numbers))
        rows.append((number, *use[1:8], int(use.guard)) if isinstance(use, Call) else (number, *use[1:4], int(use.guard), use.patched))
    return (tuple((_ref(ref), words_of(ref)) for ref in numbers), tuple(rows)) if rows else ()


def _used(uses: tuple[Any, ...]) -> frozenset[str]:
    """Every word in the references of some uses."""
    return frozenset(word for _, words in uses[0] for word in words) if uses else frozenset()
