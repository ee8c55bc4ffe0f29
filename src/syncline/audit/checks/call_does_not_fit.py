"""A call no longer fits the function, method or class that it calls.

Sees: calls whose callee is defined in this tree: functions, methods through `self`, `super()`, classes and objects whose class is plain to see,
constructors, dataclasses, `functools.partial`; arguments from `**` of a dict that is built on the spot.
Fires: on an unknown keyword, too many arguments, a missing required one, one given twice; once for each callee and reason, with all call sites.
Why: one side changes a signature, the other adds a call; both merge cleanly.
Silent: where a parent has the same misfit, where a decorator may change the parameters and no parent shows that the call fitted, in `except TypeError`.
A callee that is bound more than once asks for confirmation only: the double definition is the finding then.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.breaks import Unfit, unfit
from syncline.account.seam.calling import Misfit
from syncline.account.seam.trees import Seam
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks, place_of, ticked, use_asks, user, widest
from syncline.core.finding import Finding, Role, Severity
from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.resolution import Status
from syncline.core.text import counted

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each callee and reason."""
    groups: dict[tuple[str, str, tuple[Misfit, ...]], list[Unfit]] = {}
    for one in subject.seam.every(unfit):
        groups.setdefault((one.callee.path, one.callee.name, one.reasons), []).append(one)
    for _, group in sorted(groups.items()):
        yield _finding(subject.seam, group)


def _finding(seam: Seam, group: list[Unfit]) -> Finding:
    first = group[0]
    callee, reasons = first.callee, first.reasons
    sites = [one.site for one in group]
    side = user(sites)
    at = RepoPath(callee.path)
    whose = f" of the {side.value}" if side is not None else ""
    name = callee.name.removesuffix(".__init__")
    definition_sides = [s for s in Side if s is not side] if side is not None else list(Side)
    return Finding(
        check="call-does-not-fit",
        severity=Severity.CONFIRM if first.twice else Severity.BLOCKER,
        message=f"{counted(len(sites), 'call')}{whose} to `{name}` {'does' if len(sites) == 1 else 'do'} not fit: {'; '.join(_said(reasons))}",
        side=side,
        scope=widest(site.path for site in sites),
        path=sites[0].path,
        line=sites[0].line,
        symbol=name,
        places=tuple(place_of(seam, site) for site in sites),
        proposal=_proposal(reasons, name, callee.path, callee.line),
        evidence={
            "callee": f"{callee.path}:{callee.line}",
            "accepts": tuple(
                p.name if p.default is None else f"{p.name}={p.default}" for p in callee.parameters if p.kind not in ("*", "**")
            ),
            "bound more than once": first.twice,
        },
        identity=("call-does-not-fit", callee.path, name, *(f"{r.kind} {r.what}" for r in reasons)),
        asks=(*use_asks(seam, sites), *line_asks(seam, Role.DEFINITION, at, callee.line, definition_sides)),
    )


def _said(reasons: tuple[Misfit, ...]) -> list[str]:
    said = []
    for kind, words in (("unknown", "it has no parameter {}"), ("missing", "{} must be given"), ("twice", "{} is given twice")):
        names = [r.what for r in reasons if r.kind == kind]
        if names:
            said.append(words.format(ticked(names)))
    for r in reasons:
        if r.kind == "many":
            given, most = r.what.split(">")
            said.append(f"{given} positional arguments for {most} parameters")
    return said


def _proposal(reasons: tuple[Misfit, ...], name: str, path: str, line: int) -> str:
    kinds = {r.kind for r in reasons}
    where = f"`{name}` ({path}:{line})"
    if kinds == {"missing"}:
        return f"pass {ticked(r.what for r in reasons)}, or give it a default in {where}"
    if "unknown" in kinds or "many" in kinds:
        return f"restore the parameter in {where}, or change the call"
    return f"bring the call and {where} together"
