"""A parameter that a function still has, and no longer reads.

Sees: functions and methods of Python files whose merged text stands in neither parent.
Fires: when every side that has the parameter reads it, and the merged body does not; once for each function.
Why: the caller passes a value that has no effect; nothing fails.
Silent: on stubs, on names with a leading underscore, and where one side has it unread.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.idle import Unread, unread
from syncline.account.seam.trees import Seam
from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks, ticked
from syncline.core.finding import Finding, Place, Role, Severity
from syncline.core.merge import Side
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each function."""
    for one in subject.seam.every(unread):
        yield _finding(subject.seam, one)


def _finding(seam: Seam, one: Unread) -> Finding:
    f = one.function
    whose = " and the ".join(side.value for side in one.sides)
    read = "reads" if len(one.sides) == 1 else "read"
    return Finding(
        check="dead-argument",
        severity=Severity.CONFIRM,
        message=f"`{f.qualified}` takes {ticked(one.names)} and no longer reads {'it' if len(one.names) == 1 else 'them'}; the {whose} {read} it there",
        side=one.sides[0] if len(one.sides) == 1 else None,
        scope=scope_of(one.path),
        path=one.path,
        line=f.line,
        symbol=f"{f.qualified}({', '.join(one.names)})",
        places=(Place(one.path, f.line, f.qualified, seam.line(seam.merged, one.path, f.line).strip()[:100]),),
        proposal="restore what read it, or take the parameter out",
        evidence={"parameters": one.names},
        identity=("dead-argument", one.path, f.qualified, *one.names),
        asks=line_asks(seam, Role.DEFINITION, one.path, f.line, Side),
    )
