"""The units of Python files, remembered. What another version of the reader made, or another Python, is in another folder."""

from __future__ import annotations

from collections.abc import Iterable

from syncline.core import unit
from syncline.core.hunk import Span
from syncline.core.unit import Unit, UnitKind
from syncline.ports.blobcache import BlobCache, made_by, user_cache
from syncline.run.remembered import remembered
from syncline.syntax import grammars, python_units, units
from syncline.syntax.units import ReadUnits

# What units are made by: another version of one of these makes others.
_VERSION = made_by(grammars, python_units, unit)
_KINDS = tuple(UnitKind)


def kept_units() -> ReadUnits:
    """``syntax.units``, which remembers for this user what it read of Python."""
    store = user_cache("units", _VERSION)
    store.tidy()
    return units_from(store)


def units_from(store: BlobCache) -> ReadUnits:
    """``syntax.units`` with a memory. What can be made out of a text that does not parse is another reader's, and is not kept."""
    return remembered(store, units, python_units.python_units, _rows, _units)


def _rows(found: tuple[Unit, ...]) -> object:
    return [(_KINDS.index(u.kind), u.name, u.qualified, u.lines.start, u.lines.stop, u.body.start, u.body.stop) for u in found]


def _units(rows: Iterable[tuple[int, str, str, int, int, int, int]]) -> tuple[Unit, ...]:
    return tuple(
        Unit(_KINDS[kind], name, qualified, Span(first, stop), Span(begin, end)) for kind, name, qualified, first, stop, begin, end in rows
    )
