"""A call does not fit the package from outside that is installed.

Sees: calls of functions and classes of other packages, held against the sources and stubs in the folder that `environment` names; without one,
nothing. What is there is read, never imported.
Fires: on an unknown keyword, too many arguments, a missing one, where neither parent has the call so (a blocker), or where the only parent that has
it names another version of the package in its manifests than the merge does (asks for confirmation).
Why: the code of one side was written for another version than the manifest that the merge kept brings.
Silent: without a configured environment, on packages that are not in it, on callees whose decorators or bases may take more, in `except TypeError`.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.calling import Misfit
from syncline.account.seam.outside import Stranger, strangers
from syncline.account.seam.trees import Seam
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks, ticked, widest
from syncline.core.finding import Finding, Place, Role, Severity
from syncline.core.merge import Side
from syncline.core.resolution import Status
from syncline.core.text import counted

STATUS = Status.PREVIEW


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each callee and reason."""
    if subject.installed is None:
        return
    groups: dict[tuple[str, str, tuple[Misfit, ...], str], list[Stranger]] = {}
    for one in strangers(subject.seam, subject.installed):
        groups.setdefault((one.package, one.callee.name, one.reasons, str(one.side)), []).append(one)
    for _, group in sorted(groups.items()):
        yield _finding(subject.seam, group)


def _finding(seam: Seam, group: list[Stranger]) -> Finding:
    first = group[0]
    whose = f" of the {first.side.value}" if first.side is not None else ""
    name = first.callee.name.removesuffix(".__init__")
    said = "; ".join(f"{r.kind} {r.what}" if r.kind != "many" else f"too many arguments ({r.what})" for r in first.reasons)
    return Finding(
        check="third-party-call-does-not-fit",
        severity=Severity.CONFIRM if first.side is not None else Severity.BLOCKER,
        message=f"{counted(len(group), 'call')}{whose} to `{name}` of the installed `{first.package}` {'does' if len(group) == 1 else 'do'} not fit: {said}",
        side=first.side,
        scope=widest(one.path for one in group),
        path=first.path,
        line=first.call.line,
        symbol=name,
        places=tuple(
            Place(one.path, one.call.line, one.call.scope, seam.line(seam.merged, one.path, one.call.line).strip()[:100]) for one in group
        ),
        proposal=f"bring the call to what is installed, or install the version of `{first.package}` that it was written for",
        evidence={
            "callee": f"{first.callee.path}:{first.callee.line}",
            "accepts": tuple(p.name for p in first.callee.parameters if p.kind not in ("*", "**")),
            "wanted": ticked(r.what for r in first.reasons),
        },
        identity=("third-party-call-does-not-fit", first.package, name, *(f"{r.kind} {r.what}" for r in first.reasons)),
        asks=line_asks(seam, Role.USE, first.path, first.call.line, (first.side,) if first.side is not None else Side),
    )
