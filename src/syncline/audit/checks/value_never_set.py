"""Code reads a value that is never set any more: only `None` is written to it.

Sees: names at the top of modules, and attributes of `self`, in Python files whose merged text stands in neither parent.
Fires: when a side writes something else to it as well, and the merge writes `None` alone, and still reads it.
Why: the writer was lost with a resolution; the reader takes the branch for "not there" for ever.
Silent: where something other than `self` writes an attribute of that name.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.idle import Unset, unset
from syncline.account.seam.trees import Seam
from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks
from syncline.core.finding import Ask, Finding, Place, Role, Severity
from syncline.core.merge import Side
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each value."""
    for one in subject.seam.every(unset):
        yield _finding(subject.seam, one)


def _finding(seam: Seam, one: Unset) -> Finding:
    side, path, line = one.writer
    text = seam.line(seam.side(side), path, line)
    symbol = f"{one.owner}.{one.name}" if one.owner else one.name
    return Finding(
        check="value-never-set",
        severity=Severity.CONFIRM,
        message=f"`{symbol}` is read, but only None is written to it any more; the {side.value} sets it at {path}:{line}",
        side=side,
        scope=scope_of(one.path),
        path=one.path,
        line=one.line,
        symbol=symbol,
        places=(Place(one.path, one.line, symbol, seam.line(seam.merged, one.path, one.line).strip()[:100]),),
        proposal=f"restore: {text.strip()[:160]}",
        evidence={"name": one.name, "written at": f"{path}:{line}"},
        identity=("value-never-set", one.path, symbol),
        asks=(Ask(Role.LOST, side, path, text), *line_asks(seam, Role.DEFINITION, one.path, one.line, Side)),
    )
