"""A definition is gone from the tree, and code still uses it: languages other than Python.

Sees: functions, classes and constants of JavaScript, TypeScript, Go, Rust, Java, Kotlin, C, C++, C# and PHP, Ruby, by name.
Fires: when a side defines it, the merge has it nowhere, and a line of that side that uses it is still there; once for each name.
Why: one side removes or renames it, the other adds a caller; both merge cleanly.
Silent: on methods and members, whose owner a name does not tell; where the using file binds the name itself; where the other side uses it in vain too;
where more than 1,500 code files differ between the merge and a side: names alone tell nothing then.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.neutral import Gone, gone
from syncline.account.seam.trees import Seam
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks, widest
from syncline.core.finding import Ask, Finding, Place, Role, Severity
from syncline.core.resolution import Status
from syncline.core.text import counted

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each name."""
    for one in subject.seam.every(gone):
        yield _finding(subject.seam, one)


def _finding(seam: Seam, one: Gone) -> Finding:
    path, line = one.uses[0]
    head = seam.line(seam.side(one.side), one.home, one.line)
    uses = counted(len(one.uses), "line")
    return Finding(
        check="removed-definition-still-used",
        severity=Severity.BLOCKER,
        message=f"`{one.name}` is gone, but {uses} of the {one.side.value} still use it; there it stands in {one.home}",
        side=one.side,
        scope=widest(p for p, _ in one.uses),
        path=path,
        line=line,
        symbol=one.name,
        places=tuple(Place(p, n, "", seam.line(seam.merged, p, n).strip()[:100]) for p, n in one.uses),
        proposal=f"restore: {head.strip()[:160]}",
        evidence={"name": one.name, "defined in": one.home},
        identity=("removed-definition-still-used", one.name),
        asks=(Ask(Role.DEFINITION, one.side, one.home, head), *line_asks(seam, Role.USE, path, line, (one.side,))),
    )
