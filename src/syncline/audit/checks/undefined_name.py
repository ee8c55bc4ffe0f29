"""A file uses a name that nothing in it binds any more.

Sees: Python files whose merged text stands in neither parent, and files with star imports.
Fires: when a name is bound nowhere in the merged file, and that is so in neither parent's version. Names of a file that
the same side binds are one finding.
Why: imports are merged by line; one side's import list with the other side's code fails at the first call.
Silent: on names that star imports or `globals()` may bring, names in `except NameError`, and names that a parent leaves unbound too.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.facts import Guard
from syncline.account.seam.names import Unbound, unbound
from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks, ticked
from syncline.core.finding import Ask, Finding, Place, Role, Severity
from syncline.core.merge import Side
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each file and side that binds what was lost."""
    for group in _grouped(subject.seam.every(unbound)):
        yield _finding(subject, group)


def _grouped(found: tuple[Unbound, ...]) -> list[list[Unbound]]:
    """Names of one file that the same side binds were lost with one resolution; a name that no side binds at the top stands alone."""
    groups: dict[tuple[str, tuple[Side, ...], str], list[Unbound]] = {}
    for one in sorted(found, key=lambda u: (u.path, _line(u), u.name)):
        groups.setdefault((one.path, _sides(one), "" if one.bound else one.name), []).append(one)
    return [group for _, group in sorted(groups.items(), key=lambda item: (item[0][0], item[1][0].uses[0].line))]


def _line(one: Unbound) -> int:
    return one.bound[0][1].line if one.bound else 0


def _sides(one: Unbound) -> tuple[Side, ...]:
    return tuple(side for side, _ in one.bound)


def _finding(subject: Subject, group: list[Unbound]) -> Finding:
    seam = subject.seam
    first = group[0]
    uses = [(u, use) for u in group for use in u.uses]
    guarded = all(use.guard & (Guard.NAME | Guard.TYPING) for _, use in uses)
    names = ticked(u.name for u in group)
    sides = _sides(first)
    lines = []
    asks: list[Ask] = []
    for side, binding in first.bound[:1]:
        before = seam.before(first.path, side) or first.path
        lines = [seam.line(seam.side(side), before, line).strip() for line in dict.fromkeys(u.bound[0][1].line for u in group if u.bound)]
        asks.append(Ask(Role.DEFINITION, side, before, seam.line(seam.side(side), before, binding.line)))
    others = [side for side in first.used if side not in sides]
    had = (
        f"; the {' and the '.join(side.value for side in sides)} bind{'s' if len(sides) == 1 else ''} {'it' if len(group) == 1 else 'them'}"
        if sides
        else ""
    )
    asks += line_asks(seam, Role.USE, first.path, first.uses[0].line, first.used)
    return Finding(
        check="undefined-name",
        severity=Severity.CONFIRM if guarded else Severity.BLOCKER,
        message=f"{names} {'is' if len(group) == 1 else 'are'} used, and bound nowhere in this file{had}",
        side=(sides[0] if len(sides) == 1 else others[0] if len(others) == 1 else None),
        scope=scope_of(first.path),
        path=first.path,
        line=first.uses[0].line,
        symbol=first.name,
        places=tuple(
            Place(use_path, use.line, u.name, seam.line(seam.merged, use_path, use.line).strip()[:100])
            for u, use in uses
            for use_path in (u.path,)
        ),
        proposal=f"restore: {'; '.join(dict.fromkeys(lines))[:300]}" if lines else "bind the name, or take the use out",
        evidence={"names": tuple(u.name for u in group)},
        identity=("undefined-name", first.path, *(u.name for u in group)),
        asks=tuple(asks),
    )
