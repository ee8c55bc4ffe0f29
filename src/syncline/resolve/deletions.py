"""One side deleted a file that the other side changed: whether anything is left for the change to speak of.

The deletion stands where the change is mechanical (layout, comments, imports), or where it went along: the deleting side has the
changed functions and classes in another file, and the change is there already or can be put there. All else is work of its own, and a decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from syncline.core.hunk import Span
from syncline.core.merge import Side
from syncline.core.resolution import Declined
from syncline.core.text import squeezed
from syncline.core.unit import Unit, UnitKind
from syncline.resolve.following import Carried, Elsewhere, laid
from syncline.resolve.imports import begins_import
from syncline.resolve.view import View
from syncline.syntax.token import TokenKind
from syncline.syntax.tokens import tokens

_KINDS = frozenset({UnitKind.FUNCTION, UnitKind.METHOD, UnitKind.CLASS})


@dataclass(frozen=True, slots=True)
class Deletion:
    """The deletion stands: why, and what goes to other files."""

    reason: str
    carried: tuple[Carried, ...] = ()


def deletion(view: View, side: Side, elsewhere: Elsewhere) -> Deletion | Declined:
    """Judge what the other side made of a file that ``side`` deleted. ``view`` has no lines on that side."""
    language, base, kept = view.language, view.lines.base, view.lines.side(side.other)
    told = f"the {side.value} deleted the file; what the {side.other.value} changed in it "
    if mechanical(language, base, kept):
        return Deletion(f"{told}is layout, comments or imports")
    if not view.sound:
        return Declined(f"the {side.other.value} went on working on what the {side.value} deleted")
    before, now = _outer(view.units.base), _outer(view.units.side(side.other))
    if any(name not in before for name in now):
        return Declined(f"the {side.other.value} adds something of its own to what the {side.value} deleted")
    if not mechanical(language, _rest(base, before.values()), _rest(kept, now.values())):
        return Declined(f"the {side.other.value} changed what stands outside of any definition in what the {side.value} deleted")
    carried = []
    for name, unit in now.items():
        old, new = _text(base, before[name].lines), _text(kept, unit.lines)
        if mechanical(language, old, new) or elsewhere(side, new) is not None:
            continue
        place = elsewhere(side, old)
        there = laid(new, old, place.lines) if place is not None else None
        if place is None or there is None:
            return Declined(f"the {side.other.value} changed {name}, which the {side.value} deleted and has nowhere else")
        carried.append(Carried(place.path, place.lines, there, Span(place.start, place.start + len(place.lines))))
    where = ", ".join(dict.fromkeys(one.path for one in carried))
    return Deletion(f"{told}{f'goes to {where}' if carried else 'stands elsewhere already'}", tuple(carried))


def mechanical(language: str | None, base: Sequence[str], kept: Sequence[str]) -> bool:
    """True where two texts differ in layout, comments and imports alone."""
    if [squeezed(line) for line in base if line.strip()] == [squeezed(line) for line in kept if line.strip()]:
        return True
    return language is not None and _code(language, base) == _code(language, kept)


def _code(language: str | None, lines: Sequence[str]) -> list[str]:
    """The words of code without comments and, in Python, without imports and line ends; the depth of a block is one."""
    found = [t for t in tokens(language, "".join(lines)) if t.kind is not TokenKind.COMMENT]
    if language != "python":
        return [t.text for t in found]
    dropped = {at for at, line in enumerate(lines) if begins_import(line)}
    return [t.text or t.kind.value for t in found if t.line not in dropped and t.kind is not TokenKind.NEWLINE]


def _outer(found: Sequence[Unit]) -> dict[str, Unit]:
    """The functions and classes at the top of a file, by name."""
    return {u.name: u for u in found if u.kind in _KINDS and u.qualified == u.name}


def _text(lines: tuple[str, ...], span: Span) -> tuple[str, ...]:
    return lines[span.start : span.stop]


def _rest(lines: tuple[str, ...], found: Iterable[Unit]) -> tuple[str, ...]:
    inside = {at for unit in found for at in range(unit.lines.start, unit.lines.stop)}
    return tuple(line for at, line in enumerate(lines) if at not in inside)
