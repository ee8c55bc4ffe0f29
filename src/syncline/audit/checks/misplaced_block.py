"""Lines of one side stand in another function or class than they did there.

Sees: Python files whose merged text stands in neither parent; lines that a side added, that stand once there and once in the merge.
Fires: when two or more such lines stood in one definition and stand in another one, and both definitions are in both versions.
Why: a resolution by lines puts the end of one function behind the beginning of another; it parses, and means something else.
Silent: on lines that the base or the other side has, on short lines, on definitions that were renamed.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.blocks import misplaced
from syncline.account.seam.misplaced import Misplaced
from syncline.account.seam.trees import Seam
from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks
from syncline.core.finding import Finding, Place, Role, Severity
from syncline.core.resolution import Status
from syncline.core.text import counted

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each run of lines."""
    for one in subject.seam.every(misplaced):
        yield _finding(subject.seam, one)


def _finding(seam: Seam, one: Misplaced) -> Finding:
    first = one.lines[0]
    was, now = (f"`{name}`" if name else "the top of the file" for name in (one.was, one.now))
    return Finding(
        check="misplaced-block",
        severity=Severity.CONFIRM,
        message=f"{counted(len(one.lines), 'line')} of the {one.side.value} stood in {was} there and stand in {now} now",
        side=one.side,
        scope=scope_of(one.path),
        path=one.path,
        line=first,
        symbol=one.now or None,
        places=tuple(Place(one.path, n, one.now, seam.line(seam.merged, one.path, n).strip()[:100]) for n in one.lines),
        proposal=f"move them to {was}",
        evidence={"was in": one.was, "is in": one.now},
        identity=("misplaced-block", one.path, one.side.value, one.was, one.now, seam.line(seam.merged, one.path, first).strip()),
        asks=line_asks(seam, Role.LOST, one.path, first, (one.side,)),
    )
