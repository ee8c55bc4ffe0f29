"""A default that one side set or changed now reaches calls that only the other side has.

Sees: calls that stand on one side alone, and what their callee accepts on that side and in the merge: functions, methods, constructors, dataclasses.
Fires: when such a call leaves out a parameter whose default the other side changed, or added with a value that is not neutral; once for each callee and
parameter, with all call sites.
Why: code that imports and runs, and means something else.
Silent: on calls that both sides or the base have: their meaning was changed in sight of them. A new parameter whose default is `None`, `False`, zero or
empty is told for information only.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.defaults import Reached, reached
from syncline.account.seam.trees import Seam
from syncline.audit.subject import Subject
from syncline.audit.telling import counted, line_asks, place_of, use_asks, widest
from syncline.core.finding import Finding, Place, Role, Severity
from syncline.core.names import RepoPath
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each callee and parameter."""
    groups: dict[tuple[str, str, str, str], list[Reached]] = {}
    for one in subject.seam.every(reached):
        groups.setdefault((one.callee.path, one.callee.name, one.parameter, one.side.value), []).append(one)
    for _, group in sorted(groups.items()):
        yield _finding(subject.seam, group)


def _finding(seam: Seam, group: list[Reached]) -> Finding:
    first = group[0]
    other = first.side.other.value
    name = first.callee.name.removesuffix(".__init__")
    at = RepoPath(first.callee.path)
    change = f"added with the default {first.after}" if first.before is None else f"changed from {first.before} to {first.after}"
    sites = [one.site for one in group]
    calls, gets = counted(len(sites), "call"), "now gets" if len(sites) == 1 else "now get"
    definition = Place(at, first.callee.line, name, seam.line(seam.merged, at, first.callee.line).strip()[:100])
    return Finding(
        check="default-now-reaches-others",
        severity=Severity.INFO if first.neutral else Severity.CONFIRM,
        message=f"`{first.parameter}` of `{name}` was {change} by the {other}; {calls} of the {first.side.value} {gets} it",
        side=first.side,
        scope=widest(site.path for site in sites),
        path=sites[0].path,
        line=sites[0].line,
        symbol=f"{name}({first.parameter})",
        places=(*(place_of(seam, site) for site in sites), definition),
        proposal=f"pass `{first.parameter}` where the {first.side.value} calls it, or confirm the default",
        evidence={
            "parameter": first.parameter,
            "before": first.before,
            "after": first.after,
            "callers": tuple(dict.fromkeys(site.scope for site in sites)),
        },
        identity=("default-now-reaches-others", at, name, first.parameter, first.side.value),
        asks=(*use_asks(seam, sites), *line_asks(seam, Role.DEFINITION, at, first.callee.line, (first.side.other,))),
    )
