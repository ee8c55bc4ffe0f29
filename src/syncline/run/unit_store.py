"""The units of texts, remembered. What another version of the reader made, or another Python or grammar, is elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from syncline import syntax
from syncline.core import hunk, unit
from syncline.core.hunk import Span
from syncline.core.unit import Unit, UnitKind
from syncline.ports.blobcache import BlobCache, made_by, made_in, user_cache
from syncline.run.remembered import python_alone, remembered
from syncline.syntax import grammars, python_units, units
from syncline.syntax.grammars import GRAMMARS
from syncline.syntax.units import ReadUnits

# What units are made by: another version of one of these makes others. Those of other languages pass through most of the room.
_VERSION = made_by(grammars, python_units, unit)
_OTHERS = f"{made_in(syntax)}{made_by(unit, hunk)}"
_KINDS = tuple(UnitKind)


def kept_units() -> ReadUnits:
    """``syntax.units``, which remembers for this user what it read."""
    stores = user_cache("units", _VERSION), user_cache("others", _OTHERS)
    for one in stores:
        one.tidy()
    return units_from(*stores)


def units_from(store: BlobCache, others: BlobCache) -> ReadUnits:
    """``syntax.units`` with a memory: one for Python, one for what grammars read.

    What can be made out of Python that does not parse is not kept.
    """
    by_grammar = remembered(others, units, _wheels, units, _rows, _units)
    return remembered(store, by_grammar, python_alone, lambda _, text: python_units.python_units(text), _rows, _units)


@cache
def _wheels(language: str | None) -> bytes | None:
    """The language, and the wheels that read it with their versions; ``None`` where none does, or somebody has put them there by other means."""
    if language is None or language == "python" or language not in GRAMMARS:
        return None
    # A header that uses C++ is read as C++.
    spoken = {language, "cpp"} if language == "c" else {language}
    found = [_installed(name) for name in ("tree_sitter", *sorted(GRAMMARS[one][0] for one in spoken))]
    return None if None in found else "\0".join((language, *filter(None, found), "")).encode()


def _installed(module: str) -> str | None:
    """A module's distribution with its version, by the folder that every installer leaves beside it: to ask ``importlib`` takes 10 ms."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return None
    found = [folder.name for folder in Path(spec.origin).parent.parent.glob(f"{module}-*.dist-info")]
    return found[0] if len(found) == 1 else None


def _rows(found: tuple[Unit, ...]) -> object:
    return [(_KINDS.index(u.kind), u.name, u.qualified, u.lines.start, u.lines.stop, u.body.start, u.body.stop) for u in found]


def _units(rows: Iterable[tuple[int, str, str, int, int, int, int]]) -> tuple[Unit, ...]:
    return tuple(
        Unit(_KINDS[kind], name, qualified, Span(first, stop), Span(begin, end)) for kind, name, qualified, first, stop, begin, end in rows
    )
