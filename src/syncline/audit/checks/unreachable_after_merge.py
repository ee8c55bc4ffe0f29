"""A statement stands behind a `return`, `raise`, `break` or `continue`, so it never runs.

Sees: Python files whose merged text stands in neither parent.
Fires: when the statement is reached in every parent that has it.
Why: both sides changed the end of a block and both ends were kept; the first one wins in silence.
Silent: where a parent has the same statement out of reach.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.idle import Unreached, unreached
from syncline.account.seam.trees import Seam
from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks
from syncline.core.finding import Finding, Place, Role, Severity
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each statement."""
    for one in subject.seam.every(unreached):
        yield _finding(subject.seam, one)


def _finding(seam: Seam, one: Unreached) -> Finding:
    line = one.dead.line
    return Finding(
        check="unreachable-after-merge",
        severity=Severity.BLOCKER,
        message=f"`{one.dead.text[:80]}` is never reached: the statement before it leaves the block",
        side=one.sides[0] if len(one.sides) == 1 else None,
        scope=scope_of(one.path),
        path=one.path,
        line=line,
        symbol=one.dead.scope or None,
        places=tuple(
            Place(one.path, n, one.dead.scope, seam.line(seam.merged, one.path, n).strip()[:100]) for n in (line - 1, line) if n > 0
        ),
        proposal="keep one of the two ends, or put them in order",
        evidence={"statement": one.dead.text[:100]},
        identity=("unreachable-after-merge", one.path, one.dead.scope, one.dead.text),
        asks=line_asks(seam, Role.LOST, one.path, line, one.sides),
    )
