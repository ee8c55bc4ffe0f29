"""A default that one side set or changed now reaches calls that only the other side has.

Sees: calls that stand on one side alone, and what their callee accepts on that side and in the merge: functions, methods, constructors, dataclasses.
Fires: when such a call leaves out a parameter whose default the other side changed, or added with a value that is not neutral; once for each callee,
with all call sites. Where only tests call it, for information.
Why: code that imports and runs, and means something else.
Silent: on calls that both sides or the base have: their meaning was changed in sight of them. On new parameters whose default is `None`, `False`, zero
or empty, and on new fields of dataclasses: they mean "as before".
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.defaults import Reached, reached
from syncline.account.seam.trees import Seam
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks, place_of, ticked, use_asks, widest
from syncline.core.finding import Finding, Place, Role, Scope, Severity
from syncline.core.names import RepoPath
from syncline.core.resolution import Status
from syncline.core.text import counted

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each callee."""
    groups: dict[tuple[str, str, str], list[Reached]] = {}
    for one in subject.seam.every(reached):
        groups.setdefault((one.callee.path, one.callee.name, one.side.value), []).append(one)
    for _, group in sorted(groups.items()):
        yield _finding(subject.seam, group)


def _finding(seam: Seam, group: list[Reached]) -> Finding:
    first = group[0]
    other = first.side.other.value
    name = first.callee.name.removesuffix(".__init__")
    at = RepoPath(first.callee.path)
    changes = {one.parameter: one for one in group}
    sites = list(dict.fromkeys(one.site for one in group))
    calls, gets = counted(len(sites), "call"), "now gets" if len(sites) == 1 else "now get"
    definition = Place(at, first.callee.line, name, seam.line(seam.merged, at, first.callee.line).strip()[:100])
    scope = widest(site.path for site in sites)
    return Finding(
        check="default-now-reaches-others",
        severity=Severity.INFO if scope is Scope.TEST else Severity.CONFIRM,
        message=f"{_changed(name, changes)} by the {other}; {calls} of the {first.side.value} {gets} {'it' if len(changes) == 1 else 'them'}",
        side=first.side,
        scope=scope,
        path=sites[0].path,
        line=sites[0].line,
        symbol=f"{name}({', '.join(changes)})",
        places=(*(place_of(seam, site) for site in sites), definition),
        proposal=f"pass {ticked(changes)} where the {first.side.value} calls it, or confirm the default",
        evidence={
            "parameters": tuple(changes),
            "before": tuple(one.before for one in changes.values()),
            "after": tuple(one.after for one in changes.values()),
            "callers": tuple(dict.fromkeys(site.scope for site in sites)),
        },
        identity=("default-now-reaches-others", at, name, first.side.value, *changes),
        asks=(*use_asks(seam, sites), *line_asks(seam, Role.DEFINITION, at, first.callee.line, (first.side.other,))),
    )


def _changed(name: str, changes: dict[str, Reached]) -> str:
    first = next(iter(changes.values()))
    if len(changes) > 1:
        return f"the defaults of {ticked(changes)} of `{name}` were set"
    how = f"added with the default {first.after}" if first.before is None else f"changed from {first.before} to {first.after}"
    return f"`{first.parameter}` of `{name}` was {how}"
