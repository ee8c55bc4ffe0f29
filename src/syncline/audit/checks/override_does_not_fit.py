"""A method of one side overrides a method of the other side, and takes other arguments.

Sees: classes whose bases are in this tree.
Fires: when an override lacks a parameter that the overridden method has, or demands another one; when a class lacks a method that a base demands as
abstract. Only what fits, or is not there, in both parents.
Why: the base of one side is called with arguments that the derived class of the other side does not know.
Silent: where either takes `*args` or `**kwargs`, on properties and other decorated methods, on names with two underscores, on abstract classes.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.overrides import Override, overrides
from syncline.account.seam.trees import Seam
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks, ticked, widest
from syncline.core.finding import Finding, Place, Role, Severity
from syncline.core.merge import Side
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each overridden method and reason, with all overrides."""
    groups: dict[tuple[str, str, bool, tuple[str, ...]], list[Override]] = {}
    for one in subject.seam.every(overrides):
        groups.setdefault((one.base_path, one.base.qualified, one.method is None, one.reasons), []).append(one)
    for _, group in sorted(groups.items()):
        yield _finding(subject.seam, group)


def _finding(seam: Seam, group: list[Override]) -> Finding:
    first = group[0]
    lines = [(one.path, one.method.line if one.method is not None else one.cls.line, one.cls.qualified) for one in group]
    sides = {side for one in group for side in one.sides}
    side = sides.pop() if len(sides) == 1 else None
    names = ticked(one.cls.qualified for one in group)
    if first.method is None:
        message = f"{names} {'lacks' if len(group) == 1 else 'lack'} `{first.base.name}`, which `{first.base.owner}` demands"
    else:
        message = f"`{first.method.name}` of {names} does not take what `{first.base.qualified}` takes: {', '.join(first.reasons)}"
    path, line, _ = lines[0]
    return Finding(
        check="override-does-not-fit",
        severity=Severity.CONFIRM,
        message=message,
        side=side,
        scope=widest(one.path for one in group),
        path=path,
        line=line,
        symbol=first.method.qualified if first.method is not None else f"{first.cls.qualified}.{first.base.name}",
        places=(
            *(Place(p, n, symbol, seam.line(seam.merged, p, n).strip()[:100]) for p, n, symbol in lines),
            Place(
                first.base_path,
                first.base.line,
                first.base.qualified,
                seam.line(seam.merged, first.base_path, first.base.line).strip()[:100],
            ),
        ),
        proposal=f"give the override the parameters of `{first.base.qualified}` ({first.base_path}:{first.base.line})",
        evidence={"overrides": first.base.qualified, "reasons": first.reasons},
        identity=("override-does-not-fit", first.base_path, first.base.qualified, *(f"{p}:{s}" for p, _, s in lines)),
        asks=(
            *(ask for p, n, _ in lines[:4] for ask in line_asks(seam, Role.USE, p, n, Side)),
            *line_asks(seam, Role.DEFINITION, first.base_path, first.base.line, Side),
        ),
    )
