"""Where a line stands: the unit around it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from syncline.core.unit import Unit, UnitKind

_AROUND = frozenset(UnitKind) - {UnitKind.IMPORT}


def unit_path(units: Sequence[Unit], line: int, kinds: Collection[UnitKind] = _AROUND) -> tuple[Unit, ...]:
    """All units around a line (counted from 0), the outermost first. ``units`` as ``units()`` gives them: by their first line."""
    found: list[Unit] = []
    for unit in units:
        if unit.lines.start > line:
            break
        if line < unit.lines.stop and unit.kind in kinds:
            found.append(unit)
    found.sort(key=lambda unit: len(unit.lines), reverse=True)
    return tuple(found)


def enclosing_unit(units: Sequence[Unit], line: int, kinds: Collection[UnitKind] = _AROUND) -> Unit | None:
    """The innermost unit around a line (counted from 0), or ``None``. Imports enclose nothing unless asked for."""
    path = unit_path(units, line, kinds)
    return path[-1] if path else None
