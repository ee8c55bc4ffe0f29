"""A test replaces a name of a module, but the function it tests has bound that name already, as a default.

Sees: `patch` and `monkeypatch.setattr` on names of modules of this tree, and the defaults of the functions there.
Fires: when a function takes the name as the default of a parameter and no longer calls or reads it when it runs, while on the test's own side it does.
Why: defaults are bound when the function is defined, so the replacement has no effect: the test passes or fails for another reason.
Silent: where the function still calls the name, and where no side that has the test had it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.tests import Unseen, unseen
from syncline.account.seam.trees import Seam
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks, widest
from syncline.core.finding import Finding, Place, Role, Severity
from syncline.core.resolution import Status
from syncline.core.text import counted

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each function and parameter."""
    groups: dict[tuple[str, str, str], list[Unseen]] = {}
    for one in subject.seam.every(unseen):
        groups.setdefault((one.module, one.function.qualified, one.parameter), []).append(one)
    for _, group in sorted(groups.items()):
        yield _finding(subject.seam, group)


def _finding(seam: Seam, group: list[Unseen]) -> Finding:
    first = group[0]
    f = first.function
    tests = f"{counted(len(group), 'test')} replace{'s' if len(group) == 1 else ''}"
    return Finding(
        check="patched-name-not-read",
        severity=Severity.CONFIRM,
        message=f"{tests} `{first.name}`, but `{f.qualified}` has bound it already, as the default of `{first.parameter}`",
        side=first.side,
        scope=widest([first.module]),
        path=first.module,
        line=f.line,
        symbol=f"{f.qualified}({first.parameter})",
        places=(
            Place(first.module, f.line, f.qualified, seam.line(seam.merged, first.module, f.line).strip()[:100]),
            *(Place(one.path, one.use.line, one.use.scope, seam.line(seam.merged, one.path, one.use.line).strip()[:100]) for one in group),
        ),
        proposal=f"let `{first.parameter}` default to None and look `{first.name}` up when the function runs",
        evidence={"name": first.name, "parameter": first.parameter},
        identity=("patched-name-not-read", first.module, f.qualified, first.parameter),
        asks=(
            *(ask for one in group[:4] for ask in line_asks(seam, Role.USE, one.path, one.use.line, (one.side,))),
            *line_asks(seam, Role.DEFINITION, first.module, f.line, (first.side.other,)),
        ),
    )
