"""A `backward` gives another number of gradients than its `forward` takes arguments.

Sees: classes with a static `forward` and a static `backward`, as automatic differentiation wants them, in files whose merged text stands in neither
parent.
Fires: when every `return` of `backward` shows as many values, these are more or fewer than the arguments of `forward` without its context, and
every parent that has the pair has it right. Asks for confirmation: gradients too many are allowed where they are `None`.
Why: one side gives `forward` an argument, the other rewrites what `backward` returns; it fails in the first training step.
Silent: on `*args`, on values that are returned by name or in different numbers, and where a parent has the same mismatch.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.gradients import Unpaired, unpaired
from syncline.account.seam.trees import Seam
from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks
from syncline.core.finding import Finding, Place, Role, Severity
from syncline.core.merge import Side
from syncline.core.resolution import Status
from syncline.core.text import counted

STATUS = Status.PREVIEW


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each class."""
    for one in subject.seam.every(unpaired):
        yield _finding(subject.seam, one)


def _finding(seam: Seam, one: Unpaired) -> Finding:
    lines = (one.forward.line, one.backward.line)
    return Finding(
        check="backward-does-not-fit",
        severity=Severity.CONFIRM,
        message=f"`{one.backward.qualified}` gives {counted(one.gives, 'gradient')} for {counted(one.takes, 'argument')} of `forward`",
        side=one.sides[0] if len(one.sides) == 1 else None,
        scope=scope_of(one.path),
        path=one.path,
        line=one.backward.line,
        symbol=one.backward.qualified,
        places=tuple(Place(one.path, n, one.cls.qualified, seam.line(seam.merged, one.path, n).strip()[:100]) for n in lines),
        proposal="return one gradient for each argument, `None` where there is none",
        evidence={"arguments": one.takes, "gradients": one.gives},
        identity=("backward-does-not-fit", one.path, one.cls.qualified),
        asks=tuple(ask for n in lines for ask in line_asks(seam, Role.DEFINITION, one.path, n, Side)),
    )
